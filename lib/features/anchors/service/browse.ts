import { and, between, desc, eq, lte } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerEntries } from "@/lib/database/schema/ledger";
import { isUuid } from "@/lib/foundation/text/uuid";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import type { Entry } from "@/lib/ledger/entry";
import { readHead } from "@/lib/ledger/head";
import { entryOf, readEntries } from "@/lib/ledger/pages";
import { type LocatedEntry, type LogName, locateEntry } from "./prove";

/** A range of a log for people to read. */
export interface ChainSlice {
  origin: string;
  size: number;
  /** Newest first. */
  entries: Entry[];
}

/** Reads up to `limit` entries of a log, newest first. @param at the `seq` to begin at; if absent, the newest */
export async function browseLog(
  { db }: Context,
  { log, at, limit }: { log: LogName; at: number | undefined; limit: number },
): Promise<ChainSlice> {
  const { origin, tree } = await readHead(db, log);
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.log, log), lte(ledgerEntries.seq, at ?? tree.size)))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);
  return { origin, size: tree.size, entries: rows.map((row) => entryOf(row, origin)) };
}

/** The minimum length of a hash prefix for a look-up. Shorter prefixes match too many entries. */
const HASH_PREFIX = /^[0-9a-f]{8,64}$/;
const SEQ = /^[1-9]\d{0,14}$/;

/** An entry found by a look-up. */
export interface FoundEntry {
  log: string;
  seq: number;
  id: string;
  /** Lower-case hex. */
  hash: string;
}

/** Finds the entries that a text may mean: by id, by hash or its prefix, or by place in the log. At most ten. */
export async function findEntries({ db }: Context, text: string, log: LogName): Promise<FoundEntry[]> {
  const wanted = text.trim().toLowerCase().replaceAll(",", "");
  const { id, hash, seq } = ledgerEntries;
  const conditions = [
    ...(isUuid(wanted) ? [eq(id, wanted)] : []),
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
    const rows = await db
      .select({ log: ledgerEntries.log, seq, id, hash })
      .from(ledgerEntries)
      .where(condition)
      .limit(10);
    if (rows.length > 0) return rows.map((row) => ({ ...row, hash: toHex(row.hash) }));
  }
  return [];
}

/** An entry with its proof, if it has one now, and its neighbours. */
export type EntryWithProof = LocatedEntry & { before: Entry | undefined; after: Entry | undefined };

/** Reads an entry for its page. @throws ServiceError `notFound` */
export async function readEntry(ctx: Context, { id }: { id: string }): Promise<EntryWithProof> {
  const located = await locateEntry(ctx, id);
  const { seq, log: origin } = located.entry;
  const around = await readEntries(ctx.db, { log: located.log, origin }, seq - 1, 3);
  return {
    ...located,
    before: around.find((entry) => entry.seq === seq - 1),
    after: around.find((entry) => entry.seq === seq + 1),
  };
}
