import type { VerifierKey } from "@/lib/foundation/verifier-key";
import { verifyEd25519 } from "@/lib/ledger/checkpoint";
import { openCosignature } from "@/lib/ledger/cosignature";
import { sha256 } from "@/lib/ledger/sha256";

/** At most one request to a witness in this time (C2SP tlog-witness leaves it to the log). */
export const PACE_SECONDS = 1;
/**
 * How long all witnesses are asked for the same checkpoint. Twice the pace, because each is asked for both logs in turn: if each
 * got another checkpoint, none would have a quorum.
 */
export const OFFER_SECONDS = 2 * PACE_SECONDS;
/** A log that does not grow is cosigned again after this time, so that readers can tell it from one that stands still. */
export const FRESH_SECONDS = 600;
/** The longest pause after failures. */
const MAX_PAUSE_SECONDS = 60;
/** The longest pause that a witness can ask for. */
const MAX_RETRY_AFTER_SECONDS = 3_600;
/** A witness's clock may be this much ahead of ours. */
const MAX_AHEAD_SECONDS = 60;

/** The cosignature of a witness on a checkpoint. */
export interface Cosignature {
  witness: string;
  size: number;
  /** The checkpoint, signed by us. */
  note: string;
  /** The witness's signature line. */
  line: string;
  cosignedAt: Date;
}

/** A stored one. */
export interface Received extends Cosignature {
  /** By our clock. */
  receivedAt: Date;
}

/** A checkpoint with the lines of its witnesses. */
export interface Witnessed {
  size: number;
  /** The whole note, our signature first. */
  note: string;
  /** When the quorum had cosigned it. */
  at: Date;
}

/** Returns how long to wait after failures in a row. @param retryAfterSeconds as the witness asked */
export const pauseSeconds = (failures: number, retryAfterSeconds = 0): number =>
  Math.max(Math.min(2 ** failures, MAX_PAUSE_SECONDS), Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS));

/** Returns the signed text of a note. */
const textOf = (note: string) => note.slice(0, note.lastIndexOf("\n\n") + 1);

const sameText = (note: string, cosignatures: readonly Cosignature[]) =>
  cosignatures.filter((each) => textOf(each.note) === textOf(note));

/**
 * Returns the newest checkpoint that enough witnesses cosigned; undefined if there is none. Of its size, the note that was cosigned last
 * counts, because an earlier one may be signed only by a key that was retired since.
 */
export function newestWithQuorum(cosignatures: readonly Received[], quorum: number): Witnessed | undefined {
  const newestFirst = (a: Received, b: Received) => b.size - a.size || b.receivedAt.getTime() - a.receivedAt.getTime();
  for (const { size, note } of cosignatures.toSorted(newestFirst)) {
    const same = sameText(note, cosignatures);
    const times = same.map(({ cosignedAt }) => cosignedAt.getTime()).sort((a, b) => b - a);
    const at = times[quorum - 1];
    if (at !== undefined) return { size, note: withCosignatures(note, same), at: new Date(at) };
  }
  return undefined;
}

/** Adds to a checkpoint the lines of the witnesses that cosigned it, after our own signatures. */
export function withCosignatures(note: string, cosignatures: readonly Cosignature[]): string {
  const lines = sameText(note, cosignatures).map(({ line }) => line);
  return note + lines.join("");
}

/**
 * Returns the line of an answer that is a signature of this witness on our checkpoint, with its time. Others do not count.
 * @returns null if there is none
 */
export async function takeLine(
  answer: string,
  note: string,
  key: VerifierKey,
  now: Date,
): Promise<{ line: string; cosignedAt: Date } | null> {
  const latest = now.getTime() / 1_000 + MAX_AHEAD_SECONDS;
  for (const line of answer.split("\n")) {
    const seconds = await openCosignature(line, textOf(note), key, { sha256, verify: verifyEd25519 });
    if (seconds !== null && seconds > 0 && seconds <= latest) {
      return { line: `${line}\n`, cosignedAt: new Date(seconds * 1_000) };
    }
  }
  return null;
}
