import { toHex } from "@/lib/ledger/bytes";
import type { Entry } from "@/lib/ledger/entry";
import type { Receipt } from "@/lib/ledger/receipt";
import type { Anchor, PublicAnchor, ReadableAnchor } from "./schema";

/** The six fields that everyone may see. */
export function viewPublicAnchor({ id, hash, prev_hash, scope, validation_status, created_at }: Entry): PublicAnchor {
  return { id, hash, prev_hash, scope, validation_status, created_at };
}

/** What whoever anchored is given: with the salt and the receipt, it can prove everything without us. */
export function viewAnchor({
  entry,
  salt,
  receipt,
}: {
  entry: Entry;
  salt: Uint8Array | null;
  receipt: Receipt;
}): Anchor {
  // One literal: V8 takes many times as long to add fields to a copy.
  const { id, hash, prev_hash, scope, validation_status, created_at, seq, payload_commitment } = entry;
  const stated = salt ? toHex(salt) : "";
  return { id, hash, prev_hash, scope, validation_status, created_at, seq, payload_commitment, salt: stated, receipt };
}

/** An anchor with what it commits to; nulls where that was erased. */
export function viewReadableAnchor(
  entry: Entry,
  { salt, did, kind, payload }: { salt: Uint8Array | null; did: string | null; kind: string | null; payload: unknown },
): ReadableAnchor {
  const { seq, payload_commitment } = entry;
  const content = { salt: salt ? toHex(salt) : null, did, kind, payload };
  return { ...viewPublicAnchor(entry), seq, payload_commitment, ...content };
}
