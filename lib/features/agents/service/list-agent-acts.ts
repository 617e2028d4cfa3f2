import { and, desc, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { matchesNothing } from "@/lib/foundation/text/filter-text";

/** Maximum number of events of one agent in a feed. */
const RECENT = 50;

/** An event of an agent. It does not say who caused it. */
export interface AgentAct {
  seq: number;
  kind: string;
  /** "" if no reason was given. */
  reason: string;
  /** Only for a change of tier. */
  from: string | undefined;
  to: string | undefined;
  /** Only for a proof of domain. */
  host: string | undefined;
  /** ISO 8601. */
  at: string;
}

const textOf = (said: unknown) => (typeof said === "string" ? said : undefined);

/** Returns the newest events of these kinds about an agent. Pass only kinds whose reasons are public. */
export async function listAgentActs(
  { db }: Context,
  { did, kinds }: { did: string; kinds: readonly string[] },
): Promise<AgentAct[]> {
  if (matchesNothing(did)) return [];
  const { seq, kind, subject, details, createdAt } = ledgerActs;
  const rows = await db
    .select({ seq, kind, details, createdAt })
    .from(ledgerActs)
    .where(and(eq(subject, did), inArray(kind, [...kinds])))
    .orderBy(desc(seq))
    .limit(RECENT);
  return rows.map((row) => ({
    seq: row.seq,
    kind: row.kind,
    reason: textOf(row.details["reason"]) ?? "",
    from: textOf(row.details["from"]),
    to: textOf(row.details["to"]),
    host: textOf(row.details["host"]),
    at: row.createdAt.toISOString(),
  }));
}
