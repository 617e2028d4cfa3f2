import { and, between, desc, eq, lte } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import type { Entry } from "@/lib/ledger/entry";
import { readHead } from "@/lib/ledger/head";
import { entryOf, readEntries } from "@/lib/ledger/pages";
import type { AnchorProof } from "../schema";
import { proveAnchor } from "./prove";

/** The logs that there are, by the names they go by in addresses. */
export type LogName = typeof ANCHOR_LOG | typeof COUNCIL_LOG;

/** A stretch of a log for people to look at. */
export interface Stretch {
  origin: string;
  size: number;
  /** Newest first. */
  entries: Entry[];
}

/** Up to `limit` entries of a log, newest first. @param at the `seq` to begin at; the newest where it is absent */
export async function browseLog(
  { db }: Context,
  { log, at, limit }: { log: LogName; at: number | undefined; limit: number },
): Promise<Stretch> {
  const { origin, edge } = await readHead(db, log);
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.log, log), lte(ledgerEntries.seq, at ?? edge.size)))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);
  return { origin, size: edge.size, entries: rows.map((row) => entryOf(row, origin)) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** As short a piece of a hash as still tells entries apart. */
const HASH_PREFIX = /^[0-9a-f]{8,64}$/;
const SEQ = /^[1-9]\d{0,14}$/;

/** The ids of entries that a text may mean: an id, a hash or its beginning, or a place in the log. At most ten. */
export async function findEntries({ db }: Context, text: string, log: LogName): Promise<string[]> {
  const wanted = text.trim().toLowerCase().replaceAll(",", "");
  const { id, hash, seq } = ledgerEntries;
  const conditions = [
    ...(UUID.test(wanted) ? [eq(id, wanted)] : []),
    ...(HASH_PREFIX.test(wanted)
      ? [
          and(
            eq(ledgerEntries.log, log),
            between(hash, fromHex(wanted.padEnd(64, "0")), fromHex(wanted.padEnd(64, "f"))),
          ),
        ]
      : []),
    ...(SEQ.test(wanted) ? [and(eq(ledgerEntries.log, log), eq(seq, Number(wanted)))] : []),
  ];
  for (const condition of conditions) {
    const rows = await db.select({ id }).from(ledgerEntries).where(condition).limit(10);
    if (rows.length > 0) return rows.map((row) => row.id);
  }
  return [];
}

/** An entry with its proof and its neighbours. */
export interface EntryInPlace {
  log: LogName;
  proof: AnchorProof;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** @throws ServiceError `notFound` */
export async function readEntry(ctx: Context, { id }: { id: string }): Promise<EntryInPlace> {
  const proof = await proveAnchor(ctx, { id });
  const { seq, log: origin } = proof.entry;
  const [row] = await ctx.db.select({ log: ledgerEntries.log }).from(ledgerEntries).where(eq(ledgerEntries.id, id));
  const log = row?.log === COUNCIL_LOG ? COUNCIL_LOG : ANCHOR_LOG;
  const around = await readEntries(ctx.db, { log, origin }, seq - 1, 3);
  return {
    log,
    proof,
    before: around.find((entry) => entry.seq === seq - 1),
    after: around.find((entry) => entry.seq === seq + 1),
  };
}
