import { flattenedVerify, importJWK } from "jose";
import type { AgentRow } from "@/lib/database/schema/agents";
import { keyIsProven } from "@/lib/features/trust/rules";
import { jwkOf } from "@/lib/identity/public-key";
import { signedFormsOf } from "./card-form";
import type { CardSignature } from "./schema";

/** The signature algorithm for each kind of key. */
const ALGORITHMS: Readonly<Record<string, string[]>> = { OKP: ["EdDSA", "Ed25519"], EC: ["ES256"] };
/** Maximum number of a card's signatures that are checked, because each is checked every time the record is read. */
export const MAX_SIGNATURES = 8;

interface SignatureObject {
  protected: string;
  signature: string;
}

function isSignature(given: unknown): given is SignatureObject {
  const { protected: header, signature } = (given ?? {}) as Partial<Record<string, unknown>>;
  return typeof header === "string" && typeof signature === "string";
}

/** Returns a card's first signatures, or none if the manifest is not a signed card. */
function signaturesOf({ signatures }: Record<string, unknown>): SignatureObject[] {
  return Array.isArray(signatures) ? signatures.filter(isSignature).slice(0, MAX_SIGNATURES) : [];
}

/**
 * Checks a signed agent card against the key that the agent enrolled and proved. One JWS of the card must verify (A2A
 * 1.0, 8.4), and its `typ` must be `JOSE`. Keys in the headers, or addresses of keys, are never used, so only the
 * holder of the agent's key can sign a valid card.
 */
export async function checkCard(
  row: Pick<AgentRow, "capabilityManifest" | "publicKey" | "provenKey">,
): Promise<CardSignature> {
  const signatures = signaturesOf(row.capabilityManifest);
  if (signatures.length === 0 || !keyIsProven(row)) return "unchecked";
  const jwk = jwkOf(row.publicKey);
  const algorithms = ALGORITHMS[jwk.kty] ?? [];
  const key = await importJWK(jwk, algorithms[0] ?? "");
  const payloads = signedFormsOf(row.capabilityManifest).map((form) => Buffer.from(form).toString("base64url"));
  for (const { protected: header, signature } of signatures) {
    for (const payload of payloads) {
      try {
        const jws = { payload, protected: header, signature };
        const { protectedHeader } = await flattenedVerify(jws, key, { algorithms });
        if (protectedHeader?.typ === "JOSE") return "valid";
      } catch {
        // Made with another key, or over another card or form of it. The next signature may still verify.
      }
    }
  }
  return "invalid";
}
