import { eq, lt, sql } from "drizzle-orm";
import { CompactSign } from "jose";
import type { Context } from "@/lib/context";
import type { Database, Transaction } from "@/lib/db/open";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { signingKeys } from "@/lib/db/schema/trust";
import { signedIssuer } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { permit } from "@/lib/permissions";
import type { Tier } from "@/lib/tiers";
import {
  type AssessedAgent,
  type Assessment,
  factsOf,
  isVerified,
  keyIsProven,
  scoreAgent,
  standingOf,
  utcDay,
} from "../rules";
import type { KeySet, TrustStatement } from "../schema";
import { assessedAgent, readAssessed } from "./events";
import { signingKey } from "./keys";

/** How long a signed statement may be relied upon. */
export const STATEMENT_SECONDS = 900;
const BATCH_ROWS = 500;

/** What a refresh did to an agent's standing; null where nothing but the day changed. */
export interface StandingChange {
  from: { tier: Tier; score: number };
  to: { tier: Tier; score: number };
}

/**
 * Brings an agent's stored standing up to date inside the caller's transaction, which must hold the row's lock.
 * @returns the row as it stands now, and what changed, for the caller to record
 */
export async function refreshTrust(
  tx: Transaction,
  row: AssessedAgent,
  assessment: Assessment,
): Promise<{ row: AssessedAgent; change: StandingChange | null }> {
  const standing = standingOf(row, assessment);
  const same = standing.trustScore === row.trustScore && standing.trustTier === row.trustTier;
  const counted = standing.auditsPassed === row.auditsPassed && standing.incidentsNamed === row.incidentsNamed;
  if (same && counted && standing.trustAsOf === row.trustAsOf) return { row, change: null };
  await tx.update(agents).set(standing).where(eq(agents.did, row.did));
  return { row: { ...row, ...standing }, change: same ? null : changeOf(row, standing) };
}

type Standing = Pick<AgentRow, "trustTier" | "trustScore">;

/** What the daily job writes a reason for: nothing happened but time. */
const NEW_DAY = { kind: "new_day" } as const;

function changeOf(before: Standing, after: Standing): StandingChange {
  return {
    from: { tier: before.trustTier, score: before.trustScore },
    to: { tier: after.trustTier, score: after.trustScore },
  };
}

/**
 * Puts on record which agents' tiers moved by themselves, with the reason. A change of score alone is no act: anyone can
 * recompute it.
 */
export async function recordTierChanges(
  tx: Transaction,
  changes: readonly (StandingChange & { did: string })[],
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const records = changes
    .filter(({ from, to }) => from.tier !== to.tier)
    .map(({ did, from, to }) => {
      const details = { from: from.tier, to: to.tier, score: to.score, reason };
      return { kind: "tier.changed", actor: "system", subject: did, details };
    });
  await appendAllWithin(tx, COUNCIL_LOG, records, at);
}

/** The daily job: rescores every agent whose standing is of an earlier day. Several instances share the work. */
export async function refreshStaleTrust(db: Database, now: Date): Promise<number> {
  let refreshed = 0;
  for (let full = true; full; ) {
    full = await db.transaction(async (tx) => {
      const rows = await tx
        .select(assessedAgent)
        .from(agents)
        .where(lt(agents.trustAsOf, utcDay(now)))
        .limit(BATCH_ROWS)
        .for("update", { skipLocked: true });
      if (rows.length === 0) return false;
      const standings = rows.map((row) => ({ did: row.did, ...standingOf(row, { at: now, because: NEW_DAY }) }));
      await tx.execute(sql`
        update ${agents} as a
        set trust_score = s."trustScore", trust_tier = s."trustTier", trust_as_of = s."trustAsOf",
          assessed_at = s."assessedAt", assessed_because = s."assessedBecause"
        from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) as s(did text, "trustScore" numeric,
          "trustTier" text, "trustAsOf" date, "assessedAt" timestamptz, "assessedBecause" jsonb)
        where a.did = s.did`);
      const changes = rows.flatMap((row, index) => {
        const standing = standings[index];
        return standing ? [{ did: row.did, ...changeOf(row, standing) }] : [];
      });
      await recordTierChanges(tx, changes, { reason: "The facts of a new day.", at: now });
      refreshed += rows.length;
      return rows.length === BATCH_ROWS;
    });
  }
  return refreshed;
}

/** Signs a statement of an agent's standing. @param issuer what `signedIssuer` says */
export async function signStatement(
  { db }: Context,
  row: AssessedAgent,
  { issuer, issuedAtSeconds }: { issuer: string; issuedAtSeconds: number },
): Promise<TrustStatement> {
  const expiresAtSeconds = issuedAtSeconds + STATEMENT_SECONDS;
  const statement = {
    did: row.did,
    trust_tier: row.trustTier,
    trust_score: row.trustScore,
    status: row.status,
    verified: isVerified(row.status, row.trustTier),
    key_verified: keyIsProven(row),
    signals: scoreAgent(factsOf(row), row.trustAsOf).signals,
    as_of: row.trustAsOf,
  };
  const claims = { iss: issuer, sub: row.did, iat: issuedAtSeconds, exp: expiresAtSeconds, ...statement };
  const { kid, key } = await signingKey(db, settings().SIGNING_KEY);
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid, typ: "trust+jwt" })
    .sign(key);
  return { ...statement, expires_at: new Date(expiresAtSeconds * 1_000).toISOString(), jws };
}

/**
 * States an agent's standing, signed, so that it can be shown to somebody else until it expires.
 * Its issuer is what `signedIssuer` says.
 * @throws ServiceError `notFound`
 */
export async function verifyTrust(ctx: Context, input: { did: string }): Promise<TrustStatement> {
  permit(ctx.caller, "trust.verify");
  const row = await readAssessed(ctx.db, input.did);
  if (!row) throw notFound();
  const issuer = signedIssuer(settings(), (await readHead(ctx.db, COUNCIL_LOG)).origin);
  return signStatement(ctx, row, { issuer, issuedAtSeconds: Math.floor(ctx.clock().getTime() / 1_000) });
}

/** The public keys that verify statements, newest first, as a JSON Web Key Set (RFC 7517). */
export async function listKeys(ctx: Context): Promise<KeySet> {
  const rows = await ctx.db.select().from(signingKeys).orderBy(sql`${signingKeys.createdAt} desc`);
  return {
    keys: rows.map(({ kid, publicKey: { x = "" } }) => ({
      kty: "OKP",
      crv: "Ed25519",
      x,
      kid,
      alg: "EdDSA",
      use: "sig",
    })),
  };
}
