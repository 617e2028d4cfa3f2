import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { type Content, type Entry, GENESIS_PREV_HASH } from "./entry";

type EntryColumn = Exclude<keyof Entry, "log">;
type ContentColumn = "seq" | "salt" | keyof Content;

/**
 * A column of a page: its values separated by spaces, or as JSON if they may contain any text. null if there are no
 * values.
 */
type Column = string | null;

/**
 * A range of a stored log as texts by column. Reading by row takes the database more time, and the client ten times as
 * much.
 */
export interface StoredPage {
  entries: Record<EntryColumn, Column>;
  contents: Record<ContentColumn, Column>;
}

/** An entry with its stored content: null if it was erased, `broken` if only a part is stored. */
export interface StoredEntry {
  entry: Entry;
  content: (Content & { salt: string }) | null | "broken";
}

/** As `Date.toISOString` writes it. */
export const ISO = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`);

const parted = (values: SQL) => sql`string_agg(${values}, ' ')`;
/** An absent value is an empty part. */
const hex = (column: SQL) => parted(sql`coalesce(encode(${column}, 'hex'), '')`);
const json = (column: SQL) => sql`json_agg(${column})::text`;

/**
 * Reads entries `first` to `last` with their content. It selects by number, not by count, and does not join: a database
 * without statistics would sort all remaining rows for each page, or search all payloads of the page for each one.
 */
export async function readPage(
  db: Pick<Database | Transaction, "execute">,
  log: string,
  [first, last]: readonly [first: number, last: number],
): Promise<StoredPage> {
  const page = sql`where log = ${log} and seq between ${first} and ${last} order by seq`;
  const [[entries], [contents]] = await Promise.all([
    db.execute<StoredPage["entries"]>(sql`
      select ${parted(sql`seq::text`)} as seq, ${parted(sql`id::text`)} as id, ${hex(sql`hash`)} as hash,
        ${hex(sql`prev_hash`)} as prev_hash, ${json(sql`scope`)} as scope, ${json(sql`validation_status`)} as validation_status,
        ${parted(sql`to_char(created_at at time zone 'UTC', ${ISO})`)} as created_at,
        ${hex(sql`payload_commitment`)} as payload_commitment
      from (select * from ledger_entries ${page}) as page`),
    db.execute<StoredPage["contents"]>(sql`
      select ${parted(sql`seq::text`)} as seq, ${hex(sql`salt`)} as salt, ${json(sql`did`)} as did, ${json(sql`kind`)} as kind,
        ${json(sql`payload`)} as payload
      from (select * from ledger_payloads ${page}) as page`),
  ]);
  if (!entries || !contents) throw new Error("an aggregate has one row");
  return { entries, contents };
}

const parts = (column: Column): string[] => column?.split(" ") ?? [];
const values = <T>(column: Column): T[] => JSON.parse(column ?? "[]");

/** The stored content of each `seq`. */
function contentsOf({ contents }: StoredPage): Map<string, StoredEntry["content"]> {
  const salts = parts(contents.salt);
  const dids = values<string | null>(contents.did);
  const kinds = values<string | null>(contents.kind);
  const payloads = values<unknown>(contents.payload);
  return new Map(
    parts(contents.seq).map((seq, at): [string, StoredEntry["content"]] => {
      const [salt = "", did = null, kind = null, payload = null] = [salts[at], dids[at], kinds[at], payloads[at]];
      if (salt !== "" && did !== null && kind !== null && payload !== null) return [seq, { salt, did, kind, payload }];
      const empty = salt === "" && did === null && kind === null && payload === null;
      return [seq, empty ? null : "broken"];
    }),
  );
}

/** Reads the entries of a page, in order. @param origin of their log */
export function entriesOf(page: StoredPage, origin: string): StoredEntry[] {
  const contents = contentsOf(page);
  const { entries } = page;
  const [ids, hashes, prevHashes] = [parts(entries.id), parts(entries.hash), parts(entries.prev_hash)];
  const [times, commitments] = [parts(entries.created_at), parts(entries.payload_commitment)];
  const scopes = values<Entry["scope"]>(entries.scope);
  const statuses = values<string>(entries.validation_status);
  return parts(entries.seq).map((seq, at) => {
    const entry: Entry = {
      log: origin,
      seq: Number(seq),
      id: ids[at] ?? "",
      hash: hashes[at] ?? "",
      prev_hash: prevHashes[at] || GENESIS_PREV_HASH,
      scope: scopes[at] ?? "PUBLIC",
      validation_status: statuses[at] ?? "",
      created_at: times[at] ?? "",
      payload_commitment: commitments[at] ?? "",
    };
    return { entry, content: contents.get(seq) ?? (contents.has(seq) ? null : "broken") };
  });
}
