import { flattenedVerify, importJWK } from "jose";
import type { AgentRow } from "@/lib/db/schema/agents";
import { jwkOf } from "@/lib/public-key";
import { keyIsProven } from "@/lib/trust/rules";
import { signedFormsOf } from "./card-form";
import type { CardSignature } from "./schema";

/** What a key of each kind signs with. */
const ALGORITHMS: Readonly<Record<string, string[]>> = { OKP: ["EdDSA", "Ed25519"], EC: ["ES256"] };
/** Only so many of a card's signatures count: each is checked whenever the agent's record is read. */
export const MAX_SIGNATURES = 8;

interface SignatureObject {
  protected: string;
  signature: string;
}

function isSignature(given: unknown): given is SignatureObject {
  const { protected: header, signature } = (given ?? {}) as Partial<Record<string, unknown>>;
  return typeof header === "string" && typeof signature === "string";
}

/** A card's signatures, the first of them; none where the manifest is no signed card. */
function signaturesOf({ signatures }: Record<string, unknown>): SignatureObject[] {
  return Array.isArray(signatures) ? signatures.filter(isSignature).slice(0, MAX_SIGNATURES) : [];
}

/**
 * Checks a signed agent card against the key that the agent enrolled and proved: one JWS of it must verify (A2A 1.0,
 * 8.4). Its `typ` must be `JOSE`. Keys that the headers carry or point to are never looked at, so nobody vouches for a card
 * but who holds the agent's key.
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
        // Made with another key, or over another card or form of it; perhaps the next is ours.
      }
    }
  }
  return "invalid";
}
