import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { StandingReason } from "@/lib/identity/standing-reason";
import type { Tier } from "@/lib/identity/tiers";
import { bytes, instant } from "./columns";

/** The list that a record was copied from. */
export interface ListedFrom {
  /** Its name in words, such as `the MCP Registry`. */
  source: string;
  /** Its site, or null if it has no address. The rest of a followed address is not public. */
  url: string | null;
  /** When the record was first copied, ISO 8601. */
  at: string;
}

/**
 * Members of the federation and records listed from elsewhere, one row per DID. `model`, `role`, `skills` and the columns after `skills` hold the values
 * as shown, with defaults applied. Triggers: agent_counts_* keep `agent_counts`, trust_history_* write `trust_history`;
 * see drizzle/0002_functions_and_triggers.sql. agent_changes_* write `recent_changes`; see drizzle/0008_agent_changes.sql and 0011_recent_changes.sql.
 * agent_versions_record writes `agent_versions` and `updated_at`; see drizzle/0012_agent_versions.sql.
 * agents_added writes `agent_counts`, `trust_history` and `recent_changes` for new rows; see drizzle/0014_added_agents.sql.
 */
export const agents = pgTable(
  "agents",
  {
    did: text().primaryKey(),
    zone: text().notNull(),
    name: text().notNull(),
    provider: text().notNull().default(""),
    /** The provider's name in the form for comparisons; see lib/identity/organisation.ts. */
    providerKey: text("provider_key").notNull().default(""),
    role: text().notNull().default(""),
    model: text().notNull().default(""),
    /** Whether the agent gave its model. Otherwise `model` contains the provider. */
    modelGiven: boolean("model_given").notNull().default(false),
    runtimeType: text("runtime_type").notNull().default(""),
    capabilities: text().array().notNull().default([]),
    skills: text().array().notNull().default([]),
    description: text().notNull().default(""),
    version: text().notNull().default(""),
    homepage: text().notNull().default(""),
    repository: text().notNull().default(""),
    licence: text().notNull().default(""),
    tags: text().array().notNull().default([]),
    /**
     * Topics that the words of a record without tags say, and the hash of these words and of the table. See
     * lib/features/agents/service/derive-tags.ts. An earlier build writes neither.
     */
    derivedTags: text("derived_tags").array().notNull().default([]),
    derivedFrom: text("derived_from").notNull().default(""),
    endpoints: jsonb()
      .$type<{ protocol: "a2a" | "mcp" | "http"; url: string; transport?: string | undefined }[]>()
      .notNull()
      .default([]),
    /** The protocols in its endpoints, its capabilities and its manifest, computed by agent_protocols in drizzle/0015. */
    protocols: text({ enum: ["a2a", "mcp", "http"] })
      .array()
      .notNull()
      .generatedAlwaysAs(sql`agent_protocols(endpoints, capabilities, capability_manifest)`),
    capabilityManifest: jsonb("capability_manifest").$type<Record<string, unknown>>().notNull().default({}),
    /** An Ed25519 key, 32 bytes as base64url; "" if none is registered. */
    publicKey: text("public_key").notNull().default(""),
    /** The proven key and the time of the proof. It is valid while it is the registered key. */
    provenKey: text("proven_key").notNull().default(""),
    keyProvenAt: instant("key_proven_at"),
    /**
     * The hosts of `agent_domains` in the order of their proofs, for lists and the score. lib/features/domains/service/store.ts
     * keeps both equal.
     */
    domains: text().array().notNull().default([]),
    /** `unverified`, `active`, `suspended` or `withdrawn`. */
    status: text().notNull(),
    /** Time of its withdrawal by the owner. It stays while an operator suspends the agent. */
    withdrawnAt: instant("withdrawn_at"),
    /** Time of its deprecation by the owner. The agent stays active, and comes last in routing. */
    deprecatedAt: instant("deprecated_at"),
    /** The DID to use instead. */
    successor: text(),
    trustTier: text("trust_tier").$type<Tier>().notNull(),
    /** The tier granted by an operator, until it is withdrawn. Null: the tier is earned. */
    grantedTier: text("granted_tier").$type<Tier>(),
    trustScore: numeric("trust_score", { precision: 4, scale: 1, mode: "number" }).notNull(),
    /** The UTC day of the facts in `trust_score`. */
    trustAsOf: date("trust_as_of", { mode: "string" }).notNull(),
    /**
     * Time and reason of the last change of tier, score or suspension. A trigger sees only the row, so the reason is in
     * the row. The trust_history_* triggers copy both columns into `trust_history`.
     */
    assessedAt: instant("assessed_at").notNull().defaultNow(),
    assessedBecause: jsonb("assessed_because").$type<StandingReason>().notNull().default({ kind: "recorded" }),
    /** Facts of the score for the directory's filters: passed audits and confirmed incidents. */
    auditsPassed: integer("audits_passed").notNull().default(0),
    incidentsNamed: integer("incidents_named").notNull().default(0),
    /** Whether its A2A door takes messages without a token. */
    a2aGuests: boolean("a2a_guests").notNull().default(false),
    /** Whether its owner wants the service to check that its card answers; see `agent_liveness`. */
    livenessChecks: boolean("liveness_checks").notNull().default(false),
    isDemo: boolean("is_demo").notNull().default(false),
    /**
     * The list from which the operators copied the record; null for a member. The owner's claim, and an operator's
     * registration, grant or audit, end it.
     */
    listed: jsonb().$type<ListedFrom>(),
    /** The first UTC day on which it counted as listed. It stays after the claim, for scores of earlier days. */
    listedOn: date("listed_on", { mode: "string" }),
    /** When a listed record became a member. Null: it is listed, or a member since its registration. */
    memberSince: instant("member_since"),
    /** The address whose file proved its owner's claim; null without such a proof. It also proves a server's name. */
    claimProof: text("claim_proof"),
    /** Number of writes of the agent's own record. Scores and `last_seen` do not raise it. */
    revision: integer().notNull().default(1),
    /** When a stated field last changed. Null if no change was recorded since this column exists. */
    updatedAt: instant("updated_at"),
    /** Who wrote the record last: a DID, or a role (`operator`, `organisation`, `source`, `system`). See `authorOf`. */
    changedBy: text("changed_by").notNull().default(""),
    /** Fields whose present values go into no version: a former owner wrote them, or their versions were redacted. */
    unversioned: text().array(),
    /** The owner of the record: the agent by its own token, the organisation that registered it, or the operators. */
    ownerKind: text("owner_kind", { enum: ["agent", "organisation", "operator"] }).notNull(),
    /** The owning organisation; its token acts for the agent. Null for another `owner_kind`. */
    organisation: text(),
    registeredAt: instant("registered_at").notNull(),
    lastSeen: instant("last_seen").notNull(),
  },
  (t) => [
    check("agents_trust_tier", sql`${t.trustTier} in ('T0', 'T1', 'T2', 'T3', 'T4')`),
    check("agents_granted_tier", sql`${t.grantedTier} in ('T0', 'T1', 'T2', 'T3', 'T4')`),
    check("agents_model_given", sql`${t.model} <> '' or not ${t.modelGiven}`),
    check("agents_trust_score", sql`${t.trustScore} between 0 and 100`),
    check("agents_owner_kind", sql`${t.ownerKind} in ('agent', 'organisation', 'operator')`),
    check("agents_owner", sql`(${t.ownerKind} = 'organisation') = (${t.organisation} is not null)`),
    check("agents_listed", sql`${t.listed} is null or ${t.listedOn} is not null`),
    check("agents_withdrawn", sql`${t.status} <> 'withdrawn' or ${t.withdrawnAt} is not null`),
    check(
      "agents_successor",
      sql`${t.successor} is null or (${t.deprecatedAt} is not null and ${t.successor} <> ${t.did})`,
    ),
    // The directory's order, alone and after each equality filter. The status comes last, because lists leave out
    // withdrawn agents.
    index("agents_order").on(t.trustScore.desc().nullsFirst(), t.did, t.status),
    index("agents_zone_order").on(t.zone, t.trustScore.desc().nullsFirst(), t.did, t.status),
    index("agents_status_order").on(t.status, t.trustScore.desc().nullsFirst(), t.did),
    index("agents_zone_status_order").on(t.zone, t.status, t.trustScore.desc().nullsFirst(), t.did),
    index("agents_tier_order").on(t.trustTier, t.trustScore.desc().nullsFirst(), t.did, t.status),
    index("agents_role_order").on(t.role, t.trustScore.desc().nullsFirst(), t.did, t.status),
    index("agents_model_order")
      .on(t.model, t.trustScore.desc().nullsFirst(), t.did, t.status)
      .where(sql`${t.modelGiven}`),
    index("agents_name_order").on(t.name, t.did, t.status),
    // The page's order: equal scores by registration.
    index("agents_trusted_order").on(t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status),
    index("agents_provider_order").on(t.providerKey, t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status),
    index("agents_verified_order")
      .on(t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status)
      .where(sql`${t.publicKey} <> '' and ${t.publicKey} = ${t.provenKey}`),
    index("agents_audited_order")
      .on(t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status)
      .where(sql`${t.auditsPassed} > 0`),
    index("agents_runtime_order").on(t.runtimeType, t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status),
    index("agents_licence_order")
      .on(t.licence, t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status)
      .where(sql`${t.licence} <> ''`),
    index("agents_source_order")
      .on(sql`(${t.listed} ->> 'source')`, t.trustScore.desc().nullsFirst(), t.registeredAt, t.did, t.status)
      .where(sql`${t.listed} is not null`),
    index("agents_protocols").using("gin", t.protocols).with({ fastupdate: false }),
    index("agents_tags").using("gin", t.tags).with({ fastupdate: false }),
    index("agents_derived_tags").using("gin", t.derivedTags).with({ fastupdate: false }),
    index("agents_updated_order").on(
      sql`(coalesce(${t.updatedAt}, ${t.registeredAt})) desc nulls first`,
      t.did,
      t.status,
    ),
    index("agents_newest_order").on(t.registeredAt.desc().nullsFirst(), t.did, t.status),
    index("agents_trust_as_of").on(t.trustAsOf),
    // In the order of tiers, because an organisation acts with the highest tier of its agents.
    index("agents_organisation").on(t.organisation, t.trustTier).where(sql`${t.organisation} is not null`),
    // Long DIDs are written as their hash in other identifiers (lib/identity/escaped-identifier.ts).
    index("agents_did_hash").on(sql`sha256(${t.did}::bytea)`),
    // Without a list of pending entries. With one, which grows until the next vacuum, PostgreSQL looks up DIDs here, not by
    // the primary key, and reads the whole list for each DID.
    index("agents_did_trgm").using("gin", sql`${t.did} gin_trgm_ops`).with({ fastupdate: false }),
    index("agents_name_trgm").using("gin", sql`${t.name} gin_trgm_ops`),
    index("agents_role_trgm").using("gin", sql`${t.role} gin_trgm_ops`),
    index("agents_model_trgm").using("gin", sql`${t.model} gin_trgm_ops`),
    index("agents_provider_trgm").using("gin", sql`${t.provider} gin_trgm_ops`),
  ],
);
export type AgentRow = typeof agents.$inferSelect;

/**
 * What each change of a record replaced, one row per change. The trigger agent_versions_record on `agents` writes it, and
 * keeps 256 KB of each agent; see drizzle/0012_agent_versions.sql. `before` and `after` have the changed fields by their
 * names in the API, a field of the manifest as `capability_manifest.<field>`. A field that was absent is in only one of
 * them. A redaction removes a field from both.
 */
export const agentVersions = pgTable(
  "agent_versions",
  {
    did: text()
      .notNull()
      .references(() => agents.did, { onDelete: "cascade" }),
    /** The revision of the record after the change. */
    revision: integer().notNull(),
    at: instant("at").notNull(),
    /** As `changed_by` of the agent. */
    actor: text().notNull(),
    fields: text().array().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** About how much the row takes. */
    bytes: integer().notNull().generatedAlwaysAs(sql`octet_length(before::text) + octet_length(after::text) + 200`),
  },
  (t) => [primaryKey({ columns: [t.did, t.revision] })],
);

/**
 * The source of an imported agent, one row per agent: the bytes in the file, or for a list only the agent's own record.
 * A registration by the API keeps only the parsed value, in `capability_manifest`. Its trigger announces changes; see
 * drizzle/0002_functions_and_triggers.sql.
 */
export const agentSources = pgTable(
  "agent_sources",
  {
    did: text()
      .primaryKey()
      .references(() => agents.did, { onDelete: "cascade" }),
    kind: text({ enum: ["a2a-card", "mcp-server-json", "mcp-listed-server", "ard-entry"] }).notNull(),
    mediaType: text("media_type").notNull(),
    bytes: bytes().notNull(),
    /** In hex. */
    sha256: text().notNull(),
    importedAt: instant("imported_at").notNull(),
  },
  (t) => [
    check("agent_sources_kind", sql`${t.kind} in ('a2a-card', 'mcp-server-json', 'mcp-listed-server', 'ard-entry')`),
  ],
);

/**
 * Exact counts by zone, status, tier, demo mark and membership, so a total over 100,000 agents costs the same as one over 1,000.
 * The agent_counts_* triggers on `agents` keep them, by the functions agent_counts_apply and agent_counts_add; see
 * drizzle/0002_functions_and_triggers.sql. A count may have several rows, one per `slot`. A transaction uses a row that no
 * other has locked, or adds one. Sum over them.
 */
export const agentCounts = pgTable(
  "agent_counts",
  {
    zone: text().notNull(),
    status: text().notNull(),
    trustTier: text("trust_tier").$type<Tier>().notNull(),
    isDemo: boolean("is_demo").notNull(),
    /** Whether they are listed records and not members. */
    listed: boolean().notNull().default(false),
    slot: integer().generatedAlwaysAsIdentity(),
    agents: integer().notNull(),
    /**
     * Raised when an agent counted here is added, removed, or changes in a column that the directory filters by. While
     * the sum over some rows is unchanged, every filter finds the same agents among those that they count.
     */
    version: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.zone, t.status, t.trustTier, t.isDemo, t.listed, t.slot] })],
);
