import { fromHex, toHex } from "@/lib/ledger/bytes";
import { toBase64 } from "@/lib/ledger/checkpoint";
import type { Entry } from "@/lib/ledger/entry";
import type { Receipt } from "@/lib/ledger/receipt";
import type { Anchor, PublicAnchor, ReadableAnchor } from "./schema";

/** Returns the six public fields. */
export function viewPublicAnchor({ id, hash, prev_hash, scope, validation_status, created_at }: Entry): PublicAnchor {
  return { id, hash, prev_hash, scope, validation_status, created_at };
}

/**
 * Returns the response to the anchoring caller. With the salt and the receipt, it can prove everything without this
 * service.
 */
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

/** Returns a receipt as a C2SP tlog-proof, without the entry. The checkpoint is unchanged. */
export function viewTlogProof({ leaf_index, inclusion_path, checkpoint }: Receipt): string {
  const path = inclusion_path.map((hash) => toBase64(fromHex(hash)));
  return ["c2sp.org/tlog-proof@v1", `index ${leaf_index}`, ...path, "", checkpoint].join("\n");
}

/** Returns an anchor with its content; nulls if it was erased. */
export function viewReadableAnchor(
  entry: Entry,
  { salt, did, kind, payload }: { salt: Uint8Array | null; did: string | null; kind: string | null; payload: unknown },
): ReadableAnchor {
  const { seq, payload_commitment } = entry;
  const content = { salt: salt ? toHex(salt) : null, did, kind, payload };
  return { ...viewPublicAnchor(entry), seq, payload_commitment, ...content };
}
