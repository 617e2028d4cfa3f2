import { and, between, desc, eq, lte } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import type { Entry } from "@/lib/ledger/entry";
import { readHead } from "@/lib/ledger/head";
import { entryOf, readEntries } from "@/lib/ledger/pages";
import { isUuid } from "@/lib/text/uuid";
import type { AnchorProof } from "../schema";
import { type LogName, locateEntry } from "./prove";

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

/** As short a piece of a hash as still tells entries apart. */
const HASH_PREFIX = /^[0-9a-f]{8,64}$/;
const SEQ = /^[1-9]\d{0,14}$/;

/** An entry that was looked up. */
export interface FoundEntry {
  log: string;
  seq: number;
  id: string;
  /** Lower-case hex. */
  hash: string;
}

/** The entries that a text may mean: by id, by hash or its beginning, or by place in the log. At most ten. */
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

/** An entry with its proof and its neighbours. */
export interface EntryInPlace {
  log: LogName;
  proof: AnchorProof;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** @throws ServiceError `notFound` */
export async function readEntry(ctx: Context, { id }: { id: string }): Promise<EntryInPlace> {
  const { log, proof } = await locateEntry(ctx, id);
  const { seq, log: origin } = proof.entry;
  const around = await readEntries(ctx.db, { log, origin }, seq - 1, 3);
  return {
    log,
    proof,
    before: around.find((entry) => entry.seq === seq - 1),
    after: around.find((entry) => entry.seq === seq + 1),
  };
}
