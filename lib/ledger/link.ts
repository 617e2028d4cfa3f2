import { randomBytes, randomUUID } from "node:crypto";
import { toHex } from "./bytes";
import { type Content, type Entry, entryHash, payloadCommitment, SALT_BYTES, type Scope } from "./entry";
import type { Head } from "./head";
import type { TreeNode } from "./merkle";
import { sha256 } from "./sha256";

/** A record to append, with everything that does not depend on its place in the log. */
export interface Draft extends Content {
  id: string;
  at: Date;
  scope: Scope;
  salt: Uint8Array;
  payloadCommitment: string;
}

/** An entry with its content, ready to be stored. */
export interface LinkedEntry<D extends Draft = Draft> {
  entry: Entry;
  draft: D;
}

/** Returns a UUID, version 7 (RFC 9562). It begins with the time, so an index over many grows at its end. */
function timeOrderedId(at: Date): string {
  const time = Math.max(at.getTime(), 0).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The number of salts that are drawn at once. One call for random bytes takes longer than the bytes. */
const DRAWN_SALTS = 256;
let drawn = new Uint8Array(0);
let used = 0;

function newSalt(): Uint8Array {
  if (used === drawn.length) {
    drawn = randomBytes(SALT_BYTES * DRAWN_SALTS);
    used = 0;
  }
  used += SALT_BYTES;
  return drawn.subarray(used - SALT_BYTES, used);
}

/**
 * Draws the salt and computes the commitment, before the lock is taken. @param content must have no other fields,
 * because they would override the draft's
 */
export function createDraft(content: Content & { scope: Scope }, at: Date): Draft {
  const salt = newSalt();
  const commitment = toHex(payloadCommitment(sha256, salt, content));
  // Spread last: V8 takes forty times as long to add properties to a copy.
  return { id: timeOrderedId(at), at, salt, payloadCommitment: commitment, ...content };
}

/**
 * Links drafts to a log's head, which is advanced. Times never decrease along a log, whatever the clocks say.
 * @param onNode called for every leaf and every subtree that becomes complete
 */
export function linkDrafts<D extends Draft>(
  head: Head,
  drafts: readonly D[],
  onNode?: (node: TreeNode) => void,
): LinkedEntry<D>[] {
  let created = head.lastAt.toISOString();
  return drafts.map((draft) => {
    if (draft.at > head.lastAt) {
      head.lastAt = draft.at;
      created = draft.at.toISOString();
    }
    const record = {
      log: head.origin,
      seq: head.tree.size + 1,
      id: draft.id,
      prev_hash: head.lastHash,
      scope: draft.scope,
      validation_status: "validated",
      created_at: created,
      payload_commitment: draft.payloadCommitment,
    };
    const leaf = entryHash(sha256, record);
    head.tree.append(leaf, onNode);
    head.lastHash = toHex(leaf);
    return { entry: Object.assign(record, { hash: head.lastHash }), draft };
  });
}
