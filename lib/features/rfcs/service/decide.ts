import { eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type RfcRow, rfcs } from "@/lib/database/schema/rfcs";
import { recordChange } from "@/lib/features/events/record-change";
import { conflict, invalid, notFound } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { ACT_KINDS, documentIdOf, isInForce, nextStatuses } from "../rules";
import type { DecideRfc, RfcParams, RfcSummary } from "../schema";
import { type DecisionDetails, viewSummary } from "../view";
import { readTally, wantedNumber } from "./read";

/** Checks the successor. @throws ServiceError `invalid` if it is missing, or given with another status */
function successorOf({ status, superseded_by }: DecideRfc): number | null {
  if (status === "SUPERSEDED" && superseded_by == null) {
    throw invalid("`superseded_by` is required. Name the successor.", { field: "superseded_by" });
  }
  if (status !== "SUPERSEDED" && superseded_by != null) {
    throw invalid("`superseded_by` is allowed only with SUPERSEDED.", { field: "superseded_by" });
  }
  return superseded_by ?? null;
}

function noSuchChange({ number, status }: RfcRow): string {
  const next = nextStatuses(status);
  const allowed = next.length === 0 ? "This status is final." : `It can become ${next.join(" or ")}.`;
  return `RFC ${number} is ${status}. ${allowed}`;
}

function assertSuccessor(number: number, successor: RfcRow | undefined): void {
  if (!successor) throw conflict(`RFC ${number}, the successor, does not exist.`, { field: "superseded_by" });
  if (isInForce(successor.status)) return;
  throw conflict(`RFC ${number} is ${successor.status}. Only an ACTIVE or FROZEN RFC can supersede another.`, {
    field: "superseded_by",
  });
}

/**
 * Decides on an RFC's status, and logs the decision with the reason, the present verdicts and the text's hash.
 * @throws ServiceError `invalid`, `notFound`; `conflict` if the transition is not possible (with those that are), or if
 * the successor is not in force
 */
export async function decideRfc(ctx: Context, input: DecideRfc & RfcParams): Promise<RfcSummary> {
  authorize(ctx.caller, "rfc.decide");
  const { status, reason } = input;
  const number = wantedNumber(input);
  const successor = successorOf(input);
  return ctx.db.transaction(async (tx) => {
    // Locks both rows at once and in order, so that if two RFCs supersede each other concurrently, one request fails.
    const locked = await tx
      .select()
      .from(rfcs)
      .where(inArray(rfcs.number, successor === null ? [number] : [number, successor]))
      .orderBy(rfcs.number)
      .for("update");
    const before = locked.find((row) => row.number === number);
    if (!before) throw notFound(`There is no RFC ${number}.`);
    const since = ctx.clock();
    if (!nextStatuses(before.status).includes(status)) throw conflict(noSuchChange(before));
    if (successor === number) throw conflict("An RFC cannot supersede itself.");
    if (successor !== null) {
      assertSuccessor(
        successor,
        locked.find((row) => row.number === successor),
      );
    }
    const change = { status, supersededBy: successor, since };
    await tx.update(rfcs).set(change).where(eq(rfcs.number, number));
    const told = { number, title: before.title, from: before.status, status, superseded_by: successor, reason };
    await recordChange(tx, { kind: "rfc.decided", subject: `rfc:${number}`, dids: [], data: told });
    const tally = await readTally(tx, number);
    const details: DecisionDetails = {
      from: before.status,
      status,
      reason,
      superseded_by: successor,
      tally,
      sha256: before.sha256,
    };
    const act = { kind: ACT_KINDS[status], actor: actorName(ctx.caller), subject: documentIdOf(number), details };
    await appendWithin(tx, COUNCIL_LOG, act, since);
    return viewSummary({ ...before, ...change }, tally);
  });
}
