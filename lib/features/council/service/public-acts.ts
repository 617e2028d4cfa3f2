import { and, desc, eq, gt, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { ledgerActs, ledgerHeads, ledgerPayloads } from "@/lib/database/schema/ledger";
import { cursorAfter } from "@/lib/http/cursor";
import { fitPage } from "@/lib/http/page-bytes";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { sinceInstant, untilInstant } from "@/lib/ledger/dates";
import { PUBLIC_GROUPS, publicityOf } from "../rules";
import type { PublicAct, PublicActFilters, PublicActList, PublicActQuery } from "../schema";
import { actGroup } from "./act-group";

const { seq, actor, subject } = ledgerActs;
type ActRow = typeof ledgerActs.$inferSelect;

/** Returns the place in the log after which acts are public. */
const publishedAfter = sql`(select published_after from ${ledgerHeads} where log = ${COUNCIL_LOG})`;

async function readPublishedAfter(db: Reader): Promise<number> {
  const [head] = await db
    .select({ after: ledgerHeads.publishedAfter })
    .from(ledgerHeads)
    .where(eq(ledgerHeads.log, COUNCIL_LOG));
  return head?.after ?? 0;
}

/** Returns an act as far as it is public. */
function viewPublicAct(row: ActRow, after: number): PublicAct {
  const content = publicityOf(row, after);
  const isWhole = content === "public" || content === "redacted";
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    content,
    actor: isWhole ? row.actor : null,
    subject: content === "private" ? null : row.subject,
    details: isWhole ? row.details : null,
    payload_commitment: toHex(row.payloadCommitment),
    created_at: row.createdAt.toISOString(),
  };
}

/** A filter matches nothing that its response would not show. */
function matching({ kind: group, subject: about, actor: by, from, to }: PublicActFilters): SQL | undefined {
  const asked = [about, by].join("");
  // PostgreSQL rejects a comparison with text that it cannot store.
  if (asked.includes("\0") || !asked.isWellFormed()) return sql`false`;
  const groups = inArray(actGroup, [...PUBLIC_GROUPS]);
  return and(
    group ? eq(actGroup, group) : undefined,
    about ? and(eq(subject, about), groups) : undefined,
    by ? and(eq(actor, by), groups, gt(seq, publishedAfter), sql`${actor} !~ '^operator:[0-9a-f]{8}-'`) : undefined,
    from ? sinceInstant(COUNCIL_LOG, seq, sql`${from.toISOString()}`) : undefined,
    to ? untilInstant(COUNCIL_LOG, seq, sql`${to.toISOString()}`) : undefined,
  );
}

/** Lists acts of the council's log as far as they are public, newest first. */
export async function listPublicActs(
  { db, clock }: Context,
  { limit, cursor, ...filters }: PublicActQuery,
): Promise<PublicActList> {
  const after = await readPublishedAfter(db);
  const rows = await db
    .select()
    .from(ledgerActs)
    .where(and(matching(filters), cursor ? lt(seq, cursor) : undefined))
    .orderBy(desc(seq))
    .limit(limit + 1);
  const found = rows.map((row) => viewPublicAct(row, after));
  const acts = fitPage(found.slice(0, limit), limit).rows;
  const last = acts.at(-1);
  return {
    acts: [...acts],
    ...(last && found.length > acts.length ? { next_cursor: cursorAfter(last.seq) } : {}),
    generated_at: clock().toISOString(),
  };
}

/** An act and, if its content is public, what its entry commits to. */
export interface FoundAct {
  act: PublicAct;
  did?: string;
  kind?: string;
  payload?: { subject: string; details: Record<string, unknown> };
  /** Lower-case hex. */
  salt?: string;
}

function viewFoundAct(row: ActRow, after: number): FoundAct {
  const act = viewPublicAct(row, after);
  if (act.content !== "public" || row.salt === null) return { act };
  const { kind, actor: did, subject: about, details, salt } = row;
  return { act, did, kind, payload: { subject: about, details }, salt: toHex(salt) };
}

/** Finds an act by its place in the log. @returns null if there is none */
export async function findPublicAct(db: Reader, place: string): Promise<FoundAct | null> {
  if (!/^[1-9]\d{0,14}$/.test(place)) return null;
  const [act] = await readPublicActs(db, [Number(place)]);
  return act ?? null;
}

/** Reads acts by their places in the log, in no certain order. */
export async function readPublicActs(db: Reader, places: readonly number[]): Promise<FoundAct[]> {
  const rows = await db
    .select()
    .from(ledgerActs)
    .where(inArray(seq, [...places]));
  if (rows.length === 0) return [];
  const after = await readPublishedAfter(db);
  return rows.map((row) => viewFoundAct(row, after));
}

/** The place of an act, and the expressions of the indexes of the view's table. */
const { seq: place } = ledgerPayloads;
const subjectOfPayload = sql`coalesce(coalesce(${ledgerPayloads.payload}, ${ledgerPayloads.remaining}) ->> 'subject', '')`;
const groupOfPayload = sql`split_part(coalesce(${ledgerPayloads.kind}, ${ledgerPayloads.remaining} ->> 'kind', ''), '.', 1)`;

/**
 * Returns the places of the acts about a subject in a period whose subject is public, newest first. It reads the table of
 * the view alone: joined with the entries, PostgreSQL may compare each of many acts with each other.
 * @param upTo the largest place
 */
export async function listPlaces(
  db: Reader,
  { subject: about, from, to }: { subject: string; from: Date; to: Date },
  { upTo, limit }: { upTo: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ place })
    .from(ledgerPayloads)
    .where(
      and(
        // A parameter would hide the condition of the indexes from the planner.
        sql`${ledgerPayloads.log} = 'council'`,
        eq(subjectOfPayload, about),
        inArray(groupOfPayload, [...PUBLIC_GROUPS]),
        sinceInstant(COUNCIL_LOG, place, sql`${from.toISOString()}`),
        untilInstant(COUNCIL_LOG, place, sql`${to.toISOString()}`),
        lte(place, upTo),
      ),
    )
    .orderBy(desc(place))
    .limit(limit);
  return rows.map((row) => row.place);
}
