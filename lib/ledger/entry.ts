import canonicalize from "canonicalize";
import type { Sha256 } from "./sha256";

/** Who may read an entry's payload. */
export type Scope = "PUBLIC" | "FEDERATION" | "PRIVATE";

/** The public part of a log entry: every hashed field and the hash, without the payload. Hashes are lower-case hex. */
export interface Entry {
  /** The log's origin line. */
  log: string;
  /** From 1, without gaps. The RFC 6962 leaf index is `seq` minus one. */
  seq: number;
  id: string;
  /** Both the link in the next entry and the entry's leaf hash in the Merkle tree. */
  hash: string;
  /** The predecessor's hash; 64 zeros in the first entry. */
  prev_hash: string;
  scope: Scope;
  validation_status: string;
  /** ISO 8601, UTC, milliseconds. Never before the predecessor's. */
  created_at: string;
  payload_commitment: string;
}

/** The content that an entry commits to. */
export interface Content {
  did: string;
  kind: string;
  /** Any JSON value but null. */
  payload: unknown;
}

export const GENESIS_PREV_HASH = "0".repeat(64);
export const SALT_BYTES = 32;
export const HASH_BYTES = 32;

/**
 * Returns the record that an entry's hash is over: `{type, log, seq, id, prev_hash, scope, validation_status, created_at,
 * payload_commitment}` in the JSON Canonicalization Scheme (RFC 8785).
 */
export function recordOf(entry: Omit<Entry, "hash">): string {
  const { created_at, id, log, payload_commitment, prev_hash, scope, seq, validation_status } = entry;
  // For a flat record with sorted keys, JSON.stringify produces the canonical form.
  const record = {
    created_at,
    id,
    log,
    payload_commitment,
    prev_hash,
    scope,
    seq,
    type: "fgs.anchor.v1",
    validation_status,
  };
  return JSON.stringify(record);
}

/** Returns an entry's leaf hash (RFC 6962, 2.1): `SHA256(0x00 ‖ record)`. */
export function entryHash(sha256: Sha256, entry: Omit<Entry, "hash">): Uint8Array {
  return sha256(`\0${recordOf(entry)}`);
}

const encoder = new TextEncoder();
const COMMITMENT_PREFIX = encoder.encode("fgs/anchor-payload/v1\0");
const BYTES_BEFORE_CONTENT = COMMITMENT_PREFIX.length + SALT_BYTES;
const MAX_BYTES_A_CHARACTER = 3;

/** A buffer for the input of a commitment. It is reused, because a log has millions. */
let committed = new Uint8Array(0);

/**
 * Returns `SHA256("fgs/anchor-payload/v1\0" ‖ salt ‖ JCS({did, kind, payload}))`. The salt prevents guessing of the
 * payload.
 */
export function payloadCommitment(sha256: Sha256, salt: Uint8Array, { did, kind, payload }: Content): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new RangeError(`a salt has ${SALT_BYTES} bytes`);
  const content = `{"did":${JSON.stringify(did)},"kind":${JSON.stringify(kind)},"payload":${canonicalize(payload)}}`;
  const most = BYTES_BEFORE_CONTENT + content.length * MAX_BYTES_A_CHARACTER;
  if (committed.length < most) {
    committed = new Uint8Array(most);
    committed.set(COMMITMENT_PREFIX);
  }
  committed.set(salt, COMMITMENT_PREFIX.length);
  const { written } = encoder.encodeInto(content, committed.subarray(BYTES_BEFORE_CONTENT));
  return sha256(committed.subarray(0, BYTES_BEFORE_CONTENT + written));
}
