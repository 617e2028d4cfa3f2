import { concat, toHex } from "@/lib/ledger/bytes";
import type { Checkpoint } from "@/lib/ledger/checkpoint";
import type { Period } from "../rules";

/** The media type of the payload (in-toto attestation, envelope). */
export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

export interface PackFacts {
  did: string;
  name: string;
  period: Period;
  /** From `signedIssuer`. */
  issuer: string;
  /** ISO 8601. */
  madeAt: string;
  checkpoints: readonly Checkpoint[];
  /** The parts that are left out, in words. */
  leftOut: readonly string[];
}

/** Returns an in-toto Statement v1 about the files of a pack. */
export function viewStatement(facts: PackFacts, sums: readonly { name: string; sha256: string }[]) {
  const { did, name, period, issuer, madeAt, checkpoints, leftOut } = facts;
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: sums.map((sum) => ({ name: sum.name, digest: { sha256: sum.sha256 } })),
    predicateType: "urn:fgs:evidence-pack:v1",
    predicate: {
      ...{ issuer, did, name, from: period.from.toISOString(), to: period.to.toISOString(), made_at: madeAt },
      logs: checkpoints.map(({ origin, size, root }) => ({ origin, size, root_hash: toHex(root) })),
      ...{ complete: leftOut.length === 0, left_out: leftOut },
    },
  };
}

const encoder = new TextEncoder();

/** Returns the bytes that a DSSE envelope's signature is over (DSSE 1.0, PAE). */
export function preAuthEncoding(payload: Uint8Array): Uint8Array {
  const { length } = encoder.encode(PAYLOAD_TYPE);
  return concat(encoder.encode(`DSSEv1 ${length} ${PAYLOAD_TYPE} ${payload.length} `), payload);
}
