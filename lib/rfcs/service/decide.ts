import { eq, inArray } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type RfcRow, rfcs } from "@/lib/db/schema/rfcs";
import { conflict, invalid, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { ACT_KINDS, documentIdOf, isInForce, nextStatuses } from "../rules";
import type { DecideRfc, RfcParams, RfcSummary } from "../schema";
import { type DecisionDetails, viewSummary } from "../view";
import { readTally, wantedNumber } from "./read";

/** @throws ServiceError `invalid` where a successor is missing, or is named in vain */
function successorOf({ status, superseded_by }: DecideRfc): number | null {
  if (status === "SUPERSEDED" && superseded_by == null) {
    throw invalid("`superseded_by` is required: name the successor.", { field: "superseded_by" });
  }
  if (status !== "SUPERSEDED" && superseded_by != null) {
    throw invalid("`superseded_by` goes with SUPERSEDED only.", { field: "superseded_by" });
  }
  return superseded_by ?? null;
}

function noSuchChange({ number, status }: RfcRow): string {
  const next = nextStatuses(status);
  const allowed = next.length === 0 ? "That is final." : `It may become ${next.join(" or ")}.`;
  return `RFC ${number} is ${status}. ${allowed}`;
}

function refuseSuccessor(number: number, successor: RfcRow | undefined): void {
  if (!successor) throw conflict(`There is no RFC ${number} to be the successor.`, { field: "superseded_by" });
  if (isInForce(successor.status)) return;
  throw conflict(`RFC ${number} is ${successor.status}: only one that is ACTIVE or FROZEN supersedes another.`, {
    field: "superseded_by",
  });
}

/**
 * Decides on an RFC's status, and puts that on record with the reason, the verdicts at that moment and the text's hash.
 * @throws ServiceError `invalid`, `notFound`; `conflict` where there is no such transition, with those that there are, or
 *   where the successor is not in force
 */
export async function decideRfc(ctx: Context, input: DecideRfc & RfcParams): Promise<RfcSummary> {
  permit(ctx.caller, "rfc.decide");
  const { status, reason } = input;
  const number = wantedNumber(input);
  const successor = successorOf(input);
  return ctx.db.transaction(async (tx) => {
    // Both rows at once and in order, so that of two that supersede each other one is told.
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
    if (successor === number) throw conflict("Nothing supersedes itself.");
    if (successor !== null) {
      refuseSuccessor(
        successor,
        locked.find((row) => row.number === successor),
      );
    }
    const change = { status, supersededBy: successor, since };
    await tx.update(rfcs).set(change).where(eq(rfcs.number, number));
    const tally = await readTally(tx, number);
    const details: DecisionDetails = {
      ...{ from: before.status, status, reason, superseded_by: successor },
      ...{ tally, sha256: before.sha256 },
    };
    const act = { kind: ACT_KINDS[status], actor: actorName(ctx.caller), subject: documentIdOf(number), details };
    await appendWithin(tx, COUNCIL_LOG, act, since);
    return viewSummary({ ...before, ...change }, tally);
  });
}
