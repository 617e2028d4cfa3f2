import { asc, eq, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentDomains } from "@/lib/database/schema/domains";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import type { StandingReason } from "@/lib/identity/standing-reason";
import { appendAllWithin, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

const hostsOf = (db: Reader, did: string) =>
  db
    .select({ host: agentDomains.host })
    .from(agentDomains)
    .where(eq(agentDomains.did, did))
    .orderBy(asc(agentDomains.provenAt), asc(agentDomains.host));

/** An event of one host of an agent. */
export interface DomainAct {
  kind: "domain.proven" | "domain.lost" | "domain.given_up";
  /** In the form of `actorName`. */
  actor: string;
  details: { host: string } & Record<string, unknown>;
  at: Date;
}

const BECAUSE = {
  "domain.proven": { kind: "domain_proven", words: "It proved control of a domain." },
  "domain.lost": { kind: "domain_lost", words: "The proof of a domain ended." },
  "domain.given_up": { kind: "domain_given_up", words: "It gave up a domain." },
} as const satisfies Record<DomainAct["kind"], { kind: StandingReason["kind"]; words: string }>;

/**
 * Logs an event of a host, and updates the agent's list of hosts and its standing. The caller must have written
 * `agent_domains` and hold the row's lock.
 * @returns the row after the update
 */
export async function recordDomainAct(
  tx: Transaction,
  row: AssessedAgent,
  { kind, actor, details, at }: DomainAct,
): Promise<AssessedAgent> {
  const { seq } = await appendWithin(tx, COUNCIL_LOG, { kind, actor, subject: row.did, details }, at);
  const domains = (await hostsOf(tx, row.did)).map(({ host }) => host);
  await tx.update(agents).set({ domains }).where(eq(agents.did, row.did));
  const { kind: reason, words } = BECAUSE[kind];
  const refreshed = await refreshTrust(tx, { ...row, domains }, { at, because: { kind: reason, seq } });
  if (refreshed.change) {
    await recordTierChanges(tx, [{ did: row.did, ...refreshed.change }], { reason: words, at });
  }
  return refreshed.row;
}

/**
 * Ends the proofs of all domains of an agent, because the proof of the key that they name has ended. The caller must
 * hold the row's lock, and refresh the standing.
 */
export async function removeDomains(
  tx: Transaction,
  row: AssessedAgent,
  { actor, at }: { actor: string; at: Date },
): Promise<AssessedAgent> {
  const lost = await tx
    .delete(agentDomains)
    .where(eq(agentDomains.did, row.did))
    .returning({ host: agentDomains.host });
  if (lost.length === 0) return row;
  await tx.update(agents).set({ domains: [] }).where(eq(agents.did, row.did));
  const reason = "The proof of the key that it names ended.";
  const acts = lost
    .map(({ host }) => host)
    .toSorted()
    .map((host) => ({ kind: "domain.lost", actor, subject: row.did, details: { host, reason } }));
  await appendAllWithin(tx, COUNCIL_LOG, acts, at);
  return { ...row, domains: [] };
}

/** Reads whether an agent has proven a host, and how many it has. */
export async function countHosts(db: Reader, did: string, host: string): Promise<{ isOwn: boolean; hosts: number }> {
  const [counted] = await db
    .select({
      isOwn: sql<boolean>`coalesce(bool_or(${agentDomains.host} = ${host}), false)`,
      hosts: sql<number>`count(*)`.mapWith(Number),
    })
    .from(agentDomains)
    .where(eq(agentDomains.did, did));
  return counted ?? { isOwn: false, hosts: 0 };
}
