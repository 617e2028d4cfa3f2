import { and, desc, eq } from "drizzle-orm";
import type { Reader } from "@/lib/db/open";
import { ledgerActs } from "@/lib/db/schema/ledger";
import type { AssessedAgent } from "@/lib/trust/rules";
import type { AgentProfile, Suspension } from "../schema";
import { viewProfile } from "../view";

async function readSuspension(db: Reader, did: string): Promise<Suspension | undefined> {
  const { seq, kind, subject, details, createdAt } = ledgerActs;
  const [act] = await db
    .select({ seq, details, createdAt })
    .from(ledgerActs)
    .where(and(eq(subject, did), eq(kind, "agent.suspended")))
    .orderBy(desc(seq))
    .limit(1);
  return act && { since: act.createdAt.toISOString(), reason: String(act.details["reason"]), seq: act.seq };
}

/** An agent's profile, its row being read already. */
export async function profileOf(db: Reader, row: AssessedAgent): Promise<AgentProfile> {
  return viewProfile(row, row.status === "suspended" ? await readSuspension(db, row.did) : undefined);
}
