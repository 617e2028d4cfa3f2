import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { publicActorOf } from "@/lib/database/public-actor";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { rfcReviews, rfcs } from "@/lib/database/schema/rfcs";
import { foundRow, notFound } from "@/lib/foundation/errors";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { isUuid } from "@/lib/foundation/text/uuid";
import { documentIdOf, numberOf } from "../rules";
import type { Review, Rfc, RfcCounts, RfcList, RfcParams, RfcQuery, RfcSummary, Tally } from "../schema";
import { DECISION_KINDS, NO_REVIEWS, viewCounts, viewDecision, viewReview, viewSummary } from "../view";

/** Maximum reviews returned with an RFC. All are in the council's log. */
const MAX_REVIEWS = 200;

/** An RFC as it is looked up. */
export type FoundRfc = Pick<RfcSummary, "number" | "title" | "status">;

interface FoundReview {
  rfc: FoundRfc;
  review: Review;
}

/** The reviews that count: each reviewer's newest one on an RFC, if the text has not changed since. */
function countingReviews(db: Reader) {
  const { seq, rfc, reviewer, verdict, sha256 } = rfcReviews;
  const place =
    sql<number>`row_number() over (partition by ${rfc}, ${publicActorOf(reviewer)} order by ${seq} desc)`.as("place");
  const placed = db.select({ seq, rfc, verdict, sha256, place }).from(rfcReviews).as("placed");
  return db
    .select({ seq: placed.seq, rfc: placed.rfc, verdict: placed.verdict })
    .from(placed)
    .innerJoin(rfcs, and(eq(rfcs.number, placed.rfc), eq(rfcs.sha256, placed.sha256)))
    .where(eq(placed.place, 1))
    .as("counting");
}

/** Returns the verdicts on each RFC, or on one, by its number. */
async function readTallies(db: Reader, number?: number): Promise<Map<number, Tally>> {
  const counting = countingReviews(db);
  const rows = await db
    .select({ rfc: counting.rfc, verdict: counting.verdict, reviews: count() })
    .from(counting)
    .where(number === undefined ? undefined : eq(counting.rfc, number))
    .groupBy(counting.rfc, counting.verdict);
  const tallies = new Map<number, Tally>();
  for (const { rfc, verdict, reviews } of rows) {
    tallies.set(rfc, { ...(tallies.get(rfc) ?? NO_REVIEWS), [verdict]: reviews });
  }
  return tallies;
}

/** Returns the verdicts that count on one RFC. */
export async function readTally(db: Reader, number: number): Promise<Tally> {
  return (await readTallies(db, number)).get(number) ?? NO_REVIEWS;
}

/** Returns reviews that match a condition, newest first, each with whether it counts. */
export async function readReviews(db: Reader, where: SQL | undefined): Promise<Review[]> {
  const counting = countingReviews(db);
  const rows = await db
    .select({ review: getTableColumns(rfcReviews), current: sql<boolean>`${counting.seq} is not null` })
    .from(rfcReviews)
    .leftJoin(counting, eq(counting.seq, rfcReviews.seq))
    .where(where)
    .orderBy(desc(rfcReviews.seq))
    .limit(MAX_REVIEWS);
  return rows.map(({ review, current }) => viewReview(review, current));
}

/**
 * Returns one review and its RFC.
 * @throws ServiceError `notFound`, also for a review of another RFC
 */
export async function readReview(
  ctx: Context,
  { number, review: id }: RfcParams & { review: string },
): Promise<FoundReview> {
  const rfc = await findRfc(ctx, wantedNumber({ number }));
  if (rfc === null || !isUuid(id)) throw notFound("There is no such review.");
  const where = and(eq(rfcReviews.rfc, rfc.number), eq(rfcReviews.id, id));
  return { rfc, review: foundRow(await readReviews(ctx.db, where), "There is no such review.") };
}

export async function countRfcs({ db, clock }: Context): Promise<RfcCounts> {
  const { by_status, total } = viewCounts(await db.select({ status: rfcs.status }).from(rfcs));
  const { ACTIVE: active, DRAFT: draft, SUPERSEDED: deprecated, FROZEN: frozen } = by_status;
  return { active, draft, deprecated, frozen, total, by_status, generated_at: clock().toISOString() };
}

export async function listRfcs({ db, clock }: Context, { status }: RfcQuery): Promise<RfcList> {
  const rows = await db.select().from(rfcs).orderBy(asc(rfcs.number));
  const tallies = await readTallies(db);
  return {
    rfcs: rows
      .filter((row) => status === undefined || row.status === status)
      .map((row) => viewSummary(row, tallies.get(row.number) ?? NO_REVIEWS)),
    ...viewCounts(rows),
    generated_at: clock().toISOString(),
  };
}

/**
 * Finds the RFCs that contain a text, matches in titles first. There are as many as texts in a build, so a scan is
 * fast.
 */
export async function findRfcs({ db }: Context, text: string, limit: number): Promise<FoundRfc[]> {
  if (matchesNothing(text)) return [];
  const { number, title, status } = rfcs;
  const [inTitle, inText] = [title, rfcs.text].map((column) => ilike(column, containsPattern(text)));
  return db
    .select({ number, title, status })
    .from(rfcs)
    .where(or(inTitle, inText))
    .orderBy(desc(sql`${inTitle}`), number)
    .limit(limit);
}

/** Returns the summary of the RFC with this number, if there is one. */
export async function findRfc({ db }: Context, wanted: number): Promise<FoundRfc | null> {
  const { number, title, status } = rfcs;
  const [row] = await db.select({ number, title, status }).from(rfcs).where(eq(number, wanted));
  return row ?? null;
}

/** Parses a number. @throws ServiceError `notFound` for a text that cannot be an RFC's number */
export function wantedNumber({ number }: RfcParams): number {
  const wanted = numberOf(number);
  if (wanted === null) throw notFound("An RFC has a number from 1 to 9999.");
  return wanted;
}

/**
 * Returns one RFC with its complete record.
 * @throws ServiceError `notFound`
 */
export async function readRfc({ db, clock }: Context, params: RfcParams): Promise<Rfc> {
  const number = wantedNumber(params);
  const row = foundRow(await db.select().from(rfcs).where(eq(rfcs.number, number)), `There is no RFC ${number}.`);
  const before = await db.select({ number: rfcs.number }).from(rfcs).where(eq(rfcs.supersededBy, number));
  const acts = await db
    .select()
    .from(ledgerActs)
    .where(and(eq(ledgerActs.subject, documentIdOf(number)), inArray(ledgerActs.kind, DECISION_KINDS)))
    .orderBy(asc(ledgerActs.seq));
  return {
    ...viewSummary(row, await readTally(db, number)),
    supersedes: before.map((each) => each.number).sort((a, b) => a - b),
    text: row.text,
    reviews: await readReviews(db, eq(rfcReviews.rfc, number)),
    decisions: acts.map(viewDecision),
    generated_at: clock().toISOString(),
  };
}
