import { and, desc, eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { matchesNothing } from "../rules";

/** How many acts of one agent feeds tell of. */
const RECENT = 50;

/** An act about an agent. Who acted is not said. */
export interface AgentAct {
  seq: number;
  kind: string;
  /** "" where none was given. */
  reason: string;
  /** Of a change of tier. */
  from: string | undefined;
  to: string | undefined;
  /** Of a proof of domain. */
  host: string | undefined;
  /** ISO 8601. */
  at: string;
}

const textOf = (said: unknown) => (typeof said === "string" ? said : undefined);

/** The newest acts of these kinds about an agent. Name only kinds whose reasons everyone may read. */
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
