import { createPublicKey, verify } from "node:crypto";
import { verifyAsync } from "@noble/ed25519";
import { calculateJwkThumbprint } from "jose";
import { jwkOf, type PublicJwk } from "@/lib/identity/public-key";

/** The data that a proof of a key binds together. */
export interface ProofTerms {
  /** The origin line of the council's log. It names this service and never changes. */
  origin: string;
  did: string;
  /** The key as it is stored. */
  publicKey: string;
  challenge: string;
  expiresAt: Date;
}

/**
 * Returns the message that proves control of a key. Its label prevents the use of a signature that was made for
 * something else. The rest says for which service, by which agent, with which key (RFC 7638), with which nonce, and
 * until when.
 */
export async function proofMessage({ origin, did, publicKey, challenge, expiresAt }: ProofTerms): Promise<string> {
  const thumbprint = await calculateJwkThumbprint(jwkOf(publicKey));
  return [
    "fgs/key-proof/v1",
    `service: ${origin}`,
    `did: ${did}`,
    `key: ${thumbprint}`,
    `challenge: ${challenge}`,
    `expires: ${expiresAt.toISOString()}`,
  ].join("\n");
}

/**
 * Returns whether a signature over a message is valid for this key. Ed25519: RFC 8032, strict, without keys or points
 * of low order. P-256: ECDSA with SHA-256, as 64 bytes (RFC 7518, 3.4) or as DER, which OpenSSL writes.
 */
export async function isSignedBy(publicKey: string, message: string, signature: string): Promise<boolean> {
  const jwk = jwkOf(publicKey);
  const signed = Buffer.from(signature, "base64url");
  if (jwk.kty === "EC") return isSignedByEc(jwk, Buffer.from(message), signed);
  if (signed.length !== 64) return false;
  const bytes = (buffer: Buffer) => new Uint8Array(buffer);
  return verifyAsync(bytes(signed), new TextEncoder().encode(message), bytes(Buffer.from(jwk.x, "base64url")), {
    zip215: false,
  });
}

function isSignedByEc(jwk: PublicJwk, message: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  const dsaEncoding = signature.length === 64 ? "ieee-p1363" : "der";
  return verify("sha256", message, { key, dsaEncoding }, signature);
}
