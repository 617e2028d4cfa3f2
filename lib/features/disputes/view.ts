import type { Dispute, DisputeState } from "./schema";

/** Returns whether one of several disputes waits for an operator. */
export const isDisputed = (disputes: readonly Pick<Dispute, "disputed">[]): boolean =>
  disputes.some(({ disputed }) => disputed);

/** What feeds say instead of a reply. */
export const DISPUTED = "Disputed: the owner of the agent replied. The page of the record has the reply.";

const WORDS = {
  disputed: "disputed",
  upheld: "was disputed, then upheld",
  amended: "was disputed, then amended",
  withdrawn: "was disputed, then withdrawn",
  set_aside: "set aside",
} as const satisfies Record<NonNullable<DisputeState>, string>;

/** Returns the state of a record's dispute in words, or null if nobody replied. */
export const disputeInWords = (state: DisputeState): string | null => state && WORDS[state];

/** Returns the state of a record from its disputes, as `disputeStateOf` does in SQL. */
export function stateOfDisputes(disputes: readonly Dispute[]): DisputeState {
  if (isDisputed(disputes)) return "disputed";
  const decisions = disputes.flatMap(({ decision }) => decision ?? []).sort((a, b) => b.seq - a.seq);
  return decisions[0]?.decision ?? null;
}
