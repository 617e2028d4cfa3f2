import { sql } from "drizzle-orm";
import { boolean, check, index, json, pgTable, text } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { instant } from "./columns";

/**
 * Members that are MCP servers with a `server.json`, as the registry of MCP servers lists them. A row that is not `listed`
 * tells followers that the server is gone. Triggers: mcp_servers_unlist and mcp_servers_touch on `agents`, and
 * announce_change; see drizzle/0021_mcp_server_triggers.sql.
 */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    did: text()
      .primaryKey()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** `namespace/name`, the namespace in reverse DNS. Two names that differ in case alone are one. */
    name: text().notNull(),
    /** The host that the namespace names. */
    host: text().notNull(),
    /** The publisher's text, in its order of fields. */
    server: json().$type<Record<string, unknown>>().notNull(),
    /** What the registry that it was imported from said of it. */
    official: json().$type<Record<string, unknown>>(),
    /** Whether an import read it, or the agent's own record is it. */
    origin: text({ enum: ["import", "record"] }).notNull(),
    /** False once the agent's record is made from something else. */
    listed: boolean().notNull(),
    /** By the database's clock: when the server, its state or its owner last changed. Standing does not count. */
    changedAt: instant("changed_at").notNull(),
  },
  (t) => [
    check("mcp_servers_origin", sql`${t.origin} in ('import', 'record')`),
    index("mcp_servers_name_order").on(sql`lower(${t.name})`, t.did),
    index("mcp_servers_changes").on(t.changedAt, t.did),
    index("mcp_servers_name_trgm").using("gin", sql`${t.name} gin_trgm_ops`),
  ],
);
