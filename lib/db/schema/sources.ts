import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What came of one fetch of a source. */
export interface SourceRun {
  at: string;
  /** Whether the whole list was read, not its changes alone. */
  complete: boolean;
  /** Whether the source said that nothing has changed. */
  notModified?: boolean;
  registered: number;
  updated: number;
  unchanged: number;
  refused: number;
  withdrawn: number;
  returned: number;
  /** Why nothing was read; absent where something was. */
  failed?: string;
  /** The first refusals: where, and why. */
  refusals: string[];
}

/** Lists of others that are followed: fetched again and again, by one instance at a time. */
export const sources = pgTable(
  "sources",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ["mcp-registry", "ard-publisher", "agent-card"] }).notNull(),
    address: text().notNull().unique(),
    everyMinutes: integer("every_minutes").notNull(),
    /** `asking`: so many of its records are gone that an operator must say what becomes of them. */
    state: text({ enum: ["active", "paused", "asking"] }).notNull(),
    /** Who added it, as the council's log names them. */
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    nextAt: instant("next_at").notNull().defaultNow(),
    /** Which fetch has it, until when. Another may take it then. By the database's clock. */
    lease: uuid(),
    leasedUntil: instant("leased_until"),
    /** The ETag of the last body, for If-None-Match. */
    etag: text(),
    /** From when on a list of changes goes on. */
    since: text(),
    /** When the whole list was last read. */
    completeAt: instant("complete_at"),
    last: jsonb().$type<SourceRun>(),
    /** How many records are gone, of how many; null unless it is asking. */
    asks: jsonb().$type<{ gone: number; of: number }>(),
  },
  (t) => [
    check("sources_kind", sql`${t.kind} in ('mcp-registry', 'ard-publisher', 'agent-card')`),
    check("sources_state", sql`${t.state} in ('active', 'paused', 'asking')`),
    check("sources_every_minutes", sql`${t.everyMinutes} between 5 and 10080`),
    check("sources_asks", sql`(${t.state} = 'asking') = (${t.asks} is not null)`),
    check("sources_lease", sql`(${t.lease} is null) = (${t.leasedUntil} is null)`),
    index("sources_due").on(t.nextAt).where(sql`${t.state} = 'active'`),
  ],
);
export type SourceRow = typeof sources.$inferSelect;

/**
 * The agents that a source created, or is about to: it claims a DID before it registers the agent. Each has one source. No
 * other agent is touched by it.
 */
export const sourceRecords = pgTable(
  "source_records",
  {
    did: text().primaryKey(),
    sourceId: uuid("source_id")
      .notNull()
      .references(() => sources.id, { onDelete: "cascade" }),
    /** How many complete fetches in a row did not have it, and since when. */
    missing: integer().notNull().default(0),
    missingSince: instant("missing_since"),
    /** Since when it is withdrawn because the source has it no more. */
    goneAt: instant("gone_at"),
    /** The standing that the source says it has. Shown, never counted. */
    standing: jsonb().$type<{ tier?: string; score?: number }>(),
  },
  (t) => [
    check("source_records_missing", sql`(${t.missing} = 0) = (${t.missingSince} is null)`),
    index("source_records_source").on(t.sourceId),
  ],
);
