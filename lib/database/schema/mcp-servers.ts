import { sql } from "drizzle-orm";
import { boolean, check, index, json, pgTable, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { instant } from "./columns";

/**
 * Members that are MCP servers with a `server.json`, for the registry of MCP servers. A row that is not `listed` tells
 * followers that the server was removed. Triggers: mcp_servers_unlist and mcp_servers_touch on `agents`, and
 * announce_change; see drizzle/0002_functions_and_triggers.sql.
 */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    did: text()
      .primaryKey()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** `namespace/name`, with the namespace in reverse DNS. Names that differ only in case are equal. */
    name: text().notNull(),
    /** The host of the namespace. */
    host: text().notNull(),
    /** The publisher's text, with its order of fields. */
    server: json().$type<Record<string, unknown>>().notNull(),
    /** Metadata of the registry that it was imported from. */
    official: json().$type<Record<string, unknown>>(),
    /** Whether it comes from an import or from the agent's own record. */
    origin: text({ enum: ["import", "record"] }).notNull(),
    /** False when the agent's record no longer comes from this text. */
    listed: boolean().notNull(),
    /**
     * Time of the last change of the server, its state or its owner, by the database's clock. Changes of standing do
     * not count.
     */
    changedAt: instant("changed_at").notNull(),
  },
  (t) => [
    check("mcp_servers_origin", sql`${t.origin} in ('import', 'record')`),
    index("mcp_servers_name_order").on(sql`lower(${t.name})`, t.did),
    index("mcp_servers_changes").on(t.changedAt, t.did),
    index("mcp_servers_name_trgm").using("gin", sql`${t.name} gin_trgm_ops`),
  ],
);
