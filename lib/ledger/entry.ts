import canonicalize from "canonicalize";
import { concat } from "./bytes";
import type { Sha256 } from "./sha256";

/** Who may read an entry's payload. */
export type Scope = "PUBLIC" | "FEDERATION" | "PRIVATE";

/** An entry of a log as the world sees it: every hashed field and the hash, no payload. Hashes are lower-case hex. */
export interface Entry {
  /** The log's origin line. */
  log: string;
  /** From 1, without gaps. The RFC 6962 leaf index is one less. */
  seq: number;
  id: string;
  /** At once the link that the next entry carries and the entry's leaf hash in the Merkle tree. */
  hash: string;
  /** The predecessor's hash; 64 zeros at genesis. */
  prev_hash: string;
  scope: Scope;
  validation_status: string;
  /** ISO 8601, UTC, milliseconds. Never before the predecessor's. */
  created_at: string;
  payload_commitment: string;
}

/** What an entry commits to. */
export interface Content {
  did: string;
  kind: string;
  /** Any JSON value but null. */
  payload: unknown;
}

export const GENESIS_PREV_HASH = "0".repeat(64);
export const SALT_BYTES = 32;

const encoder = new TextEncoder();
const COMMITMENT_PREFIX = encoder.encode("fgs/anchor-payload/v1\0");

/**
 * `SHA256(0x00 ‖ JCS({type, log, seq, id, prev_hash, scope, validation_status, created_at, payload_commitment}))`:
 * the leaf hash of RFC 6962, 2.1, over the record in the JSON Canonicalization Scheme (RFC 8785).
 */
export function entryHash(sha256: Sha256, entry: Omit<Entry, "hash">): Uint8Array {
  // Keys in their order, strings as JSON.stringify has them: the canonical form of a flat record.
  const text = JSON.stringify;
  const canonical = `{"created_at":${text(entry.created_at)},"id":${text(entry.id)},"log":${text(entry.log)},"payload_commitment":${text(entry.payload_commitment)},"prev_hash":${text(entry.prev_hash)},"scope":${text(entry.scope)},"seq":${entry.seq},"type":"fgs.anchor.v1","validation_status":${text(entry.validation_status)}}`;
  return sha256(encoder.encode(`\0${canonical}`));
}

/** `SHA256("fgs/anchor-payload/v1\0" ‖ salt ‖ JCS({did, kind, payload}))`. The salt keeps a payload from being guessed. */
export function payloadCommitment(sha256: Sha256, salt: Uint8Array, { did, kind, payload }: Content): Uint8Array {
  return sha256(concat(COMMITMENT_PREFIX, salt, encoder.encode(canonicalize({ did, kind, payload }))));
}
