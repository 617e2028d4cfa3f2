import type { KeyObject } from "node:crypto";
import { CompactSign, compactVerify, importJWK } from "jose";
import type { PublishedKey } from "./schema";

/** What this service signs as a JWS, by its `typ`: statements of standing, and credentials (W3C VC-JOSE-COSE). */
export type SignedType = "trust+jwt" | "vc+jwt";

interface Header {
  typ: SignedType;
  /** The key's thumbprint, or a DID URL that ends with it. */
  kid: string;
}

/**
 * Signs claims as a compact JWS, and opens it again before anybody sees it.
 * @throws Error where it could not be opened, as with a key of another purpose
 */
export async function signClaims(
  claims: object,
  { typ, kid }: Header,
  signer: { key: KeyObject; published: PublishedKey },
): Promise<string> {
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid, typ })
    .sign(signer.key);
  if (!(await openClaims(jws, typ, [signer.published]))) throw new Error("what was signed does not verify");
  return jws;
}

const verifiers = new WeakMap<PublishedKey, ReturnType<typeof importJWK>>();

/** Imports a key to verify with, once: it takes longer than to verify. */
function verifierOf(key: PublishedKey): ReturnType<typeof importJWK> {
  const verifier = verifiers.get(key) ?? importJWK({ ...key }, "EdDSA");
  verifiers.set(key, verifier);
  return verifier;
}

/**
 * Opens a compact JWS of exactly this `typ`, signed by that one of these keys that its `kid` names and that is for
 * statements. Whether it has expired, and who it is about, the caller must see.
 * @returns its claims, null where it is not such a JWS
 */
export async function openClaims(
  jws: string,
  typ: SignedType,
  keys: readonly PublishedKey[],
): Promise<Record<string, unknown> | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(
      jws,
      async ({ kid = "" }) => {
        const named = keys.find((key) => key.kid === kid.slice(kid.lastIndexOf("#") + 1));
        if (!named?.purposes.includes("statement")) throw new Error("no such key signs statements");
        return verifierOf(named);
      },
      { algorithms: ["EdDSA"] },
    );
    if (protectedHeader.typ !== typ) return null;
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    return null;
  }
}
