import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { anchorKeys } from "@/lib/database/schema/anchors";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { type Entry, payloadCommitment } from "@/lib/ledger/entry";
import type { Draft } from "@/lib/ledger/link";
import { entryOf } from "@/lib/ledger/pages";
import { sha256 } from "@/lib/ledger/sha256";

/** A draft with its idempotency key. */
export interface KeyedDraft extends Draft {
  key: string | undefined;
}

/** A stored entry and its salt, which is null if the entry was erased. */
export interface SaltedEntry {
  entry: Entry;
  salt: Uint8Array | null;
}

/** Returns an equal key for two drafts of one agent with the same idempotency key. Neither part can contain a NUL. */
export const keyOf = ({ did, key }: { did: string; key: string }) => `${did}\0${key}`;

export const hasKey = <T extends { key: string | undefined }>(draft: T): draft is T & { key: string } =>
  draft.key !== undefined;

const columns = { entry: ledgerEntries, salt: ledgerPayloads.salt };
const ofEntry: SQL = sql`${ledgerPayloads.log} = ${ledgerEntries.log} and ${ledgerPayloads.seq} = ${ledgerEntries.seq}`;

/** Reads the entries that are stored for the drafts' keys, by `keyOf`. */
export async function findByKey(
  tx: Transaction,
  origin: string,
  drafts: readonly KeyedDraft[],
): Promise<Map<string, SaltedEntry>> {
  const keys = drafts.filter(hasKey).map(({ did, key }) => ({ did, key }));
  if (keys.length === 0) return new Map();
  const rows = await tx
    .select({ ...columns, did: anchorKeys.did, key: anchorKeys.key })
    .from(anchorKeys)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.log, ANCHOR_LOG), eq(ledgerEntries.seq, anchorKeys.seq)))
    .innerJoin(ledgerPayloads, ofEntry)
    .where(
      sql`(${anchorKeys.did}, ${anchorKeys.key}) in
        (select did, key from json_to_recordset(${JSON.stringify(keys)}::json) as k (did text, key text))`,
    );
  return new Map(
    rows.map(({ did, key, entry, salt }) => [keyOf({ did, key }), { entry: entryOf(entry, origin), salt }]),
  );
}

/** Reads which of the drafts are stored in the log, by id. */
export async function findById(
  tx: Transaction,
  origin: string,
  drafts: readonly Draft[],
): Promise<Map<string, SaltedEntry>> {
  const ids = drafts.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select(columns)
    .from(ledgerEntries)
    .innerJoin(ledgerPayloads, ofEntry)
    .where(and(eq(ledgerEntries.log, ANCHOR_LOG), inArray(ledgerEntries.id, ids)));
  return new Map(rows.map(({ entry, salt }) => [entry.id, { entry: entryOf(entry, origin), salt }]));
}

/** Returns what `hasSameContent` compares of a stored entry. */
export const contentOf = ({ entry, salt }: SaltedEntry) => ({
  salt,
  scope: entry.scope,
  payloadCommitment: entry.payload_commitment,
});

/** Returns whether two commit to the same content. Erased entries never match. */
export function hasSameContent(
  before: { salt: Uint8Array | null; scope: string; payloadCommitment: string },
  draft: KeyedDraft,
): boolean {
  if (before.salt === null || before.scope !== draft.scope) return false;
  return toHex(payloadCommitment(sha256, before.salt, draft)) === before.payloadCommitment;
}
