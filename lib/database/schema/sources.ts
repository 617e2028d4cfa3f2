import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The result of one fetch of a source. */
export interface SourceRun {
  at: string;
  /** Whether the whole list was read, not only its changes. */
  complete: boolean;
  /** Whether the source reported no changes. */
  notModified?: boolean;
  registered: number;
  updated: number;
  unchanged: number;
  refused: number;
  withdrawn: number;
  returned: number;
  /** Why nothing was read; absent if something was read. */
  failed?: string;
  /** The first rejected records, with place and reason. */
  refusals: string[];
}

/**
 * Followed lists of others. They are fetched repeatedly, by one instance at a time.
 */
export const sources = pgTable(
  "sources",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ["mcp-registry", "ard-publisher", "agent-card"] }).notNull(),
    address: text().notNull().unique(),
    everyMinutes: integer("every_minutes").notNull(),
    /** Whether its records are the operators' own agents, which become members. Otherwise they are listed. */
    members: boolean().notNull().default(false),
    /** `asking`: so many of its records are gone that an operator must decide about them. */
    state: text({ enum: ["active", "paused", "asking"] }).notNull(),
    /** The operator who added it, in the form of the council's log. */
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    nextAt: instant("next_at").notNull().defaultNow(),
    /** The fetch that has the lease, and its end by the database's clock. Then another may take it. */
    lease: uuid(),
    leasedUntil: instant("leased_until"),
    /** The ETag of the last body, for If-None-Match. */
    etag: text(),
    /** Start time of the next list of changes. */
    since: text(),
    completeAt: instant("complete_at"),
    last: jsonb().$type<SourceRun>(),
    /** Number of gone records and of all records; null unless it is asking. */
    asks: jsonb().$type<{ gone: number; of: number; at?: string }>(),
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
 * The agents that a source created or is creating. It claims a DID before it registers the agent. Each agent has one
 * source, and a source changes no other agents.
 */
export const sourceRecords = pgTable(
  "source_records",
  {
    did: text().primaryKey(),
    sourceId: uuid("source_id")
      .notNull()
      .references(() => sources.id, { onDelete: "cascade" }),
    /** Number of complete fetches in a row without it, and the time of the first. */
    missing: integer().notNull().default(0),
    missingSince: instant("missing_since"),
    /** Time of its withdrawal because the source no longer has it. */
    goneAt: instant("gone_at"),
    /** The standing stated by the source. It is shown, but has no effect. */
    standing: jsonb().$type<{ tier?: string; score?: number }>(),
    /** The agent's DID in the federation that the list is of, as its change feed names it; null where it is not known. */
    peerDid: text("peer_did"),
    /** Since when that federation's feed says that the agent is suspended or withdrawn there. */
    inactiveThereAt: instant("inactive_there_at"),
  },
  (t) => [
    check("source_records_missing", sql`(${t.missing} = 0) = (${t.missingSince} is null)`),
    index("source_records_source").on(t.sourceId, t.peerDid),
  ],
);

/**
 * The change feed of the federation that a source is a list of. It is asked far more often than the list, by one instance at
 * a time.
 */
export const followedFeeds = pgTable(
  "followed_feeds",
  {
    sourceId: uuid("source_id")
      .primaryKey()
      .references(() => sources.id, { onDelete: "cascade" }),
    address: text().notNull(),
    /** Whether there is a feed. Where there is none, the address is tried again once a day. */
    found: boolean().notNull().default(false),
    /** Behind which change it goes on; null: from the oldest. */
    cursor: text(),
    /** When it last responded as a feed does. */
    checkedAt: instant("checked_at"),
    /** How often in a row it did not. */
    failures: integer().notNull().default(0),
    nextAt: instant("next_at").notNull().defaultNow(),
    /** Which poll has it, until when. Another may take it then. By the database's clock. */
    lease: uuid(),
    leasedUntil: instant("leased_until"),
  },
  (t) => [
    check("followed_feeds_lease", sql`(${t.lease} is null) = (${t.leasedUntil} is null)`),
    index("followed_feeds_due").on(t.nextAt),
  ],
);
export type FollowedFeedRow = typeof followedFeeds.$inferSelect;
