import { z } from "zod";
import type { RfcReviewRow, RfcRow } from "@/lib/database/schema/rfcs";
import { ACT_KINDS, summaryOf } from "./rules";
import { type Decision, type Review, type RfcCounts, RfcStatus, type RfcSummary, Tally } from "./schema";

export const NO_REVIEWS: Tally = { approve: 0, object: 0, comment: 0 };

/** Returns an RFC's row as everyone sees it. */
export function viewSummary(row: RfcRow, tally: Tally): RfcSummary {
  return {
    number: row.number,
    title: row.title,
    summary: summaryOf(row.text),
    status: row.status,
    since: row.since.toISOString(),
    created: row.created,
    authors: row.authors,
    superseded_by: row.supersededBy,
    sha256: row.sha256,
    tally,
  };
}

/** Returns a review's row as everyone sees it, without the sender's idempotency key. */
export function viewReview(row: RfcReviewRow, current: boolean): Review {
  return {
    id: row.id,
    seq: row.seq ?? 0,
    rfc: row.rfc,
    reviewer: row.reviewer,
    verdict: row.verdict,
    text: row.text,
    sha256: row.sha256,
    current,
    created_at: row.createdAt.toISOString(),
  };
}

/** The data of a change of status in the council's log. */
export const DecisionDetails = z.object({
  from: RfcStatus.nullable(),
  status: RfcStatus,
  reason: z.string(),
  superseded_by: z.int().nullable(),
  tally: Tally,
  sha256: z.string(),
});
export type DecisionDetails = z.infer<typeof DecisionDetails>;

/** The kinds of acts that give an RFC its status. */
export const DECISION_KINDS: string[] = Object.values(ACT_KINDS);

interface Act {
  seq: number;
  actor: string;
  details: Record<string, unknown>;
  createdAt: Date;
}

export function viewDecision({ seq, actor, details, createdAt }: Act): Decision {
  return { seq, actor, ...DecisionDetails.parse(details), decided_at: createdAt.toISOString() };
}

export function viewCounts(rows: readonly Pick<RfcRow, "status">[]): Pick<RfcCounts, "by_status" | "total"> {
  const by_status = { ACTIVE: 0, DRAFT: 0, FROZEN: 0, SUPERSEDED: 0 };
  for (const { status } of rows) by_status[status] += 1;
  return { by_status, total: rows.length };
}
