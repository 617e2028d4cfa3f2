import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { type RfcReviewRow, rfcReviews, rfcs } from "@/lib/database/schema/rfcs";
import { conflict, forbidden, invalid, notFound } from "@/lib/foundation/errors";
import { actorName, authorize, isOperator } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { documentIdOf, isReviewable, REVIEWED_KIND } from "../rules";
import type { RecordedReview, ReviewRfc, RfcParams } from "../schema";
import { readReviews, readTally, wantedNumber } from "./read";

/** Returns the reviewer's name. A caller can review only in its own name, also an operator. */
async function reviewerOf(ctx: Context, named: string | undefined): Promise<string> {
  const { caller } = ctx;
  authorize(caller, "rfc.review", named);
  if (named === undefined) {
    if (caller.kind === "provider") {
      throw invalid("`reviewer` is required with an organisation's token. Name the agent that reviews.", {
        field: "reviewer",
      });
    }
    return actorName(caller);
  }
  if (isOperator(caller))
    throw forbidden("`reviewer` must be absent, because an operator does not review in an agent's name.");
  await authorizeActor(ctx, "rfc.review", named);
  return named;
}

/**
 * Records a review, also in the council's log. Holds a shared lock on the RFC's row until the commit, so that a
 * concurrent decision either counts the review or makes it fail.
 * @throws ServiceError `notFound`; `conflict` if the RFC is closed, or the key already belongs to another review
 */
export async function reviewRfc(ctx: Context, input: ReviewRfc & RfcParams): Promise<RecordedReview> {
  const reviewer = await reviewerOf(ctx, input.reviewer);
  const number = wantedNumber(input);
  return ctx.db.transaction(async (tx) => {
    const [rfc] = await tx.select().from(rfcs).where(eq(rfcs.number, number)).for("share");
    if (!rfc) throw notFound(`There is no RFC ${number}.`);
    const { verdict, text, idempotency_key: key } = input;
    const said = { rfc: number, verdict, text };
    const known = await findRepeated(tx, reviewer, key, said);
    if (known) return answer(tx, known);
    if (!isReviewable(rfc.status)) throw conflict(`RFC ${number} is ${rfc.status} and accepts no more reviews.`);
    const fresh = {
      id: randomUUID(),
      ...said,
      sha256: rfc.sha256,
      reviewer,
      idempotencyKey: key,
      createdAt: ctx.clock(),
    };
    const [row] = await tx.insert(rfcReviews).values(fresh).onConflictDoNothing().returning();
    if (!row) {
      // A concurrent request with the same key was first.
      const stored = await findRepeated(tx, reviewer, key, said);
      if (!stored) throw new Error("a review vanished between insert and select");
      return answer(tx, stored);
    }
    const { id, sha256, createdAt } = row;
    const details = { id, verdict, text, sha256 };
    const act = { kind: REVIEWED_KIND, actor: reviewer, subject: documentIdOf(number), details };
    const { seq } = await appendWithin(tx, COUNCIL_LOG, act, createdAt);
    await tx.update(rfcReviews).set({ seq }).where(eq(rfcReviews.id, id));
    return answer(tx, { ...row, seq });
  });
}

/**
 * Returns the review that is stored for an idempotency key. @throws ServiceError `conflict` if its content is different
 */
async function findRepeated(
  tx: Transaction,
  reviewer: string,
  key: string | undefined,
  { rfc, verdict, text }: Pick<RfcReviewRow, "rfc" | "verdict" | "text">,
): Promise<RfcReviewRow | undefined> {
  if (key === undefined) return undefined;
  const [row] = await tx
    .select()
    .from(rfcReviews)
    .where(and(inArray(rfcReviews.reviewer, await storedNames(tx, reviewer)), eq(rfcReviews.idempotencyKey, key)));
  if (row && (row.rfc !== rfc || row.verdict !== verdict || row.text !== text)) {
    throw conflict("This idempotency key was already used for another review.");
  }
  return row;
}

async function answer(tx: Transaction, { id, rfc }: RfcReviewRow): Promise<RecordedReview> {
  const [review] = await readReviews(tx, eq(rfcReviews.id, id));
  if (!review) throw new Error("a review vanished");
  return { ...review, tally: await readTally(tx, rfc) };
}
