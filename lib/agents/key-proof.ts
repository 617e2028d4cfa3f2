import { verifyAsync } from "@noble/ed25519";
import { calculateJwkThumbprint } from "jose";

/** What a proof of a key binds together. */
export interface ProofTerms {
  /** The origin line of the council's log, which names this service and never changes. */
  origin: string;
  did: string;
  /** 32 bytes, base64url. */
  publicKey: string;
  challenge: string;
  expiresAt: Date;
}

/**
 * The message that proves control of a key: a label, so that no signature made for something else counts, and then for
 * whom, by whom, with which key (RFC 7638), once, and until when.
 */
export async function proofMessage({ origin, did, publicKey, challenge, expiresAt }: ProofTerms): Promise<string> {
  const thumbprint = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: publicKey });
  return [
    "fgs/key-proof/v1",
    `service: ${origin}`,
    `did: ${did}`,
    `key: ${thumbprint}`,
    `challenge: ${challenge}`,
    `expires: ${expiresAt.toISOString()}`,
  ].join("\n");
}

/** Whether a signature over a message is by this key: RFC 8032, strict, with no key or point of low order. */
export async function isSignedBy(publicKey: string, message: string, signature: string): Promise<boolean> {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return verifyAsync(bytes(signature), new TextEncoder().encode(message), bytes(publicKey), { zip215: false });
}
