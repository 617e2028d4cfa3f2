import type { KeyObject } from "node:crypto";
import { CompactSign, compactVerify, importJWK } from "jose";
import type { PublishedKey } from "@/lib/authority/key-set";

/** The kinds of JWS that this service signs, by `typ`: statements of standing, and credentials (W3C VC-JOSE-COSE). */
export type SignedType = "trust+jwt" | "vc+jwt";

interface Header {
  typ: SignedType;
  /** The key's thumbprint, or a DID URL that ends with it. */
  kid: string;
}

/**
 * Signs claims as a compact JWS, and verifies it before returning it.
 * @throws Error if it does not verify, for example with a key of another purpose
 */
export async function signClaims(
  claims: object,
  { typ, kid }: Header,
  signer: { key: KeyObject; published: PublishedKey },
): Promise<string> {
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "EdDSA", kid, typ })
    .sign(signer.key);
  if (!(await openClaims(jws, typ, [signer.published]))) throw new Error("the new signature does not verify");
  return jws;
}

const verifiers = new WeakMap<PublishedKey, ReturnType<typeof importJWK>>();

/** Imports a key for verification once, because the import takes longer than a verification. */
function verifierOf(key: PublishedKey): ReturnType<typeof importJWK> {
  const verifier = verifiers.get(key) ?? importJWK({ ...key }, "EdDSA");
  verifiers.set(key, verifier);
  return verifier;
}

/**
 * Verifies a compact JWS: it must have exactly this `typ`, and its `kid` must name one of these keys that is for
 * statements. The caller must check the expiry and the subject.
 * @returns its claims, or null if it is not such a JWS
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
