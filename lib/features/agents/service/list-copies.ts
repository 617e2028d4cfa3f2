import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { type AgentRow, agentSources, agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { sourceRecords, sources } from "@/lib/database/schema/sources";
import { recordAgentChange } from "@/lib/features/events/agent-change";
import { type AssessedAgent, keyIsProven, standingOf, utcDay } from "@/lib/features/trust/rules";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { lockAgents, lockAssessed, readAllAssessed } from "@/lib/features/trust/service/events";
import type { StandingReason } from "@/lib/identity/standing-reason";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { followedList, importedList } from "../listing";
import { differsFrom } from "./manifest";

/** The rows that are read, and moved in one transaction. */
const BATCH_ROWS = 500;
/** An import stores the source a moment after the record. A later registration is at least this much later. */
const LATER_MILLISECONDS = 60_000;

/** What makes a copied record a member: it was claimed, granted a tier or audited, or its key was proven. */
const becameMember = sql`(${agents.ownerKind} <> 'operator' or ${agents.grantedTier} is not null
  or (${agents.publicKey} <> '' and ${agents.publicKey} = ${agents.provenKey}) or cardinality(${agents.domains}) > 0
  or exists (select from ${audits} where ${audits.did} = ${agents.did} and ${audits.verdict} <> 'pending'))`;

/** Returns the same for a row that was read under its lock. */
const hasBecomeMember = (row: AssessedAgent) =>
  row.ownerKind !== "operator" ||
  row.grantedTier !== null ||
  keyIsProven(row) ||
  row.domains.length > 0 ||
  row.events.audits.length > 0;

/** A pulled card is stored as a source too, but the operators registered that agent. */
const hasPulledCard = sql`exists (select from ${ledgerActs} where ${ledgerActs.kind} = 'agent.updated'
  and ${ledgerActs.subject} = ${agents.did} and ${ledgerActs.details} ? 'card')`;

/** Records with a source that this build has neither listed nor marked as members yet. */
const unknown = and(isNull(agents.listed), isNull(agents.memberSince));

/** Records that an earlier build copied from a list and made members, although nobody claimed or checked them. */
const neverClaimed = and(unknown, not(becameMember), not(hasPulledCard));

/** Listed records that an earlier build, which runs beside this one, has registered again or scored by its own rule. */
const lifted = and(
  isNotNull(agents.listed),
  or(eq(agents.status, "active"), ne(agents.trustTier, "T0"), gt(agents.trustScore, 0)),
);

const candidates = (after: string, which: SQL | undefined) => (db: Pick<Transaction, "select">) =>
  db
    .select({
      row: agents,
      source: agentSources,
      isOfficial: sql<boolean>`${mcpServers.official} is not null`,
      followed: sources.kind,
      address: sources.address,
    })
    .from(agents)
    .innerJoin(agentSources, eq(agentSources.did, agents.did))
    .leftJoin(mcpServers, eq(mcpServers.did, agents.did))
    .leftJoin(sourceRecords, eq(sourceRecords.did, agents.did))
    .leftJoin(sources, eq(sources.id, sourceRecords.sourceId))
    .where(and(gt(agents.did, after), which))
    .orderBy(asc(agents.did))
    .limit(BATCH_ROWS);
type Candidate = Awaited<ReturnType<ReturnType<typeof candidates>>>[number];

/**
 * Returns whether the operators registered the agent by the API after its import: it has another manifest since then. A
 * listed record is active if an earlier build registered it.
 */
function wasRegisteredLater({ row, source, followed }: Candidate): boolean {
  if (row.listed !== null && row.status !== "active") return false;
  // A followed list writes its records again and again, so a later registration would not have lasted.
  if (followed !== null || row.lastSeen.getTime() <= source.importedAt.getTime() + LATER_MILLISECONDS) return false;
  return differsFrom(source.kind, Buffer.from(source.bytes).toString(), row.capabilityManifest);
}

function listOf({ source, isOfficial, followed, address }: Candidate) {
  return followed !== null && address !== null
    ? followedList(followed, address)
    : importedList(source.kind, isOfficial);
}

/** Moves records to T0, listed, and publishes each change of tier. The caller must hold the lock of this work. */
async function moveRecords(ctx: Context, tx: Transaction, found: readonly Candidate[]): Promise<number> {
  const at = ctx.clock();
  const lists = new Map(found.map((one) => [one.row.did, one]));
  await lockAgents(tx, [...lists.keys()]);
  const rows = await readAllAssessed(tx, [...lists.keys()]);
  // One may have become a member since it was read.
  const still = rows.filter((row) => row.memberSince === null && !hasBecomeMember(row));
  if (still.length === 0) return 0;
  const moved = still.map((row) => {
    const one = lists.get(row.did);
    const listed = row.listed ?? {
      ...(one ? listOf(one) : { source: "", url: null }),
      at: row.registeredAt.toISOString(),
    };
    const status = row.status === "active" ? "unverified" : row.status;
    return { ...row, listed, listedOn: row.listedOn ?? utcDay(at), status };
  });
  const details = { agents: moved.length, reason: "Copied from lists. Nobody has claimed or checked them." };
  const act = { kind: "agent.copies_listed", actor: "system", subject: "agents", details };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
  const because = { kind: "listed", seq } as const;
  const changed = moved.map((row) => ({ ...pick(row), ...standingOf(row, { at, because }) }));
  await tx.execute(sql`
    update ${agents} as a
    set listed = s.listed, listed_on = s."listedOn", status = s.status, trust_score = s."trustScore",
      trust_tier = s."trustTier", trust_as_of = s."trustAsOf", assessed_at = s."assessedAt",
      assessed_because = s."assessedBecause"
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s(did text, listed jsonb, "listedOn" date, status text,
      "trustScore" numeric, "trustTier" text, "trustAsOf" date, "assessedAt" timestamptz, "assessedBecause" jsonb)
    where a.did = s.did`);
  for (const [index, { did, trustTier: from }] of still.entries()) {
    const to = changed[index];
    if (to && from !== to.trustTier) {
      await recordAgentChange(tx, "agent.tier_changed", did, {
        from,
        to: to.trustTier,
        score: to.trustScore,
        reason: details.reason,
      });
    }
  }
  return moved.length;
}

const pick = ({ did, listed, listedOn, status }: AgentRow) => ({ did, listed, listedOn, status });

/** Returns what made a listed record a member through an earlier build. */
function endingOf(row: AssessedAgent): { what: string; because: StandingReason } {
  const audit = row.events.audits.at(-1);
  if (row.ownerKind !== "operator") return { what: "Its maker claimed it", because: { kind: "claimed" } };
  if (row.grantedTier !== null) return { what: "The operators granted a tier", because: { kind: "tier_granted" } };
  if (audit) return { what: "An audit was completed", because: { kind: `audit_${audit.verdict}ed` } };
  if (keyIsProven(row)) return { what: "It proved to control its key", because: { kind: "key_proven" } };
  return { what: "The operators registered it", because: { kind: "registered" } };
}

/**
 * Ends the listing of a record that became a member through an earlier build, which does not know of listings. Each
 * record has its own transaction, because rows are locked before the log.
 */
async function endThroughEarlier(ctx: Context, did: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockAssessed(tx, did);
    if (!row) return;
    const { what, because } = endingOf(row);
    await endListing(tx, row, {
      actor: "system",
      reason: `${what} through an earlier build.`,
      because,
      at: ctx.clock(),
    });
  });
}

/**
 * Stores since when a copied record is a member. Otherwise it would count as a copy again when its grant or the proof of
 * its key ends, or an earlier build copies it once more.
 */
async function keepMembers({ db }: Context, which: SQL | undefined): Promise<void> {
  const hasSource = sql`exists (select from ${agentSources} where ${agentSources.did} = ${agents.did})`;
  for (let kept = BATCH_ROWS; kept === BATCH_ROWS; ) {
    const some = db
      .select({ did: agents.did })
      .from(agents)
      .where(and(unknown, hasSource, which))
      .limit(BATCH_ROWS);
    const memberSince = sql`${agents.registeredAt}`;
    const done = await db
      .update(agents)
      .set({ memberSince })
      .where(inArray(agents.did, some))
      .returning({ did: agents.did });
    kept = done.length;
  }
}

/** Ends the listing of all records that an earlier build made members. */
async function endClaimed(ctx: Context): Promise<void> {
  const claimed = await ctx.db
    .select({ did: agents.did })
    .from(agents)
    .where(and(isNotNull(agents.listed), becameMember))
    .orderBy(asc(agents.did));
  for (const { did } of claimed) await endThroughEarlier(ctx, did);
}

/**
 * Makes listed records of the copies that an earlier build registered as members, and repairs what such a build does to
 * listed records while both run. Instances take turns, batch by batch. Each batch is one act with its number.
 * @returns how many records were moved
 */
export async function listCopies(ctx: Context): Promise<number> {
  await endClaimed(ctx);
  await keepMembers(ctx, or(becameMember, hasPulledCard));
  let moved = 0;
  const registered: AgentRow[] = [];
  for (const which of [neverClaimed, lifted]) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const place: string = after;
      after = await ctx.db.transaction(async (tx): Promise<string | undefined> => {
        await lock(tx, "listings");
        const found = await candidates(place, which)(tx);
        const later = found.filter(wasRegisteredLater);
        registered.push(...later.map(({ row }) => row));
        moved += await moveRecords(
          ctx,
          tx,
          found.filter((one) => !later.includes(one)),
        );
        return found.length === BATCH_ROWS ? found.at(-1)?.row.did : undefined;
      });
    }
  }
  for (const { did, listed } of registered) {
    if (listed) await endThroughEarlier(ctx, did);
    else await keepMembers(ctx, eq(agents.did, did));
  }
  return moved;
}
