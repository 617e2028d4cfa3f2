import canonicalize from "canonicalize";
import { flattenedVerify, importJWK } from "jose";
import type { AgentRow } from "@/lib/db/schema/agents";
import { keyIsProven } from "@/lib/trust/rules";
import type { CardSignature } from "./schema";

const ALGORITHMS = ["EdDSA", "Ed25519"];
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
 * 8.4: over the JCS of the card without `signatures`). Keys that the headers carry or point to are never looked at, so
 * nobody vouches for a card but who holds the agent's key.
 */
export async function checkCard(
  row: Pick<AgentRow, "capabilityManifest" | "publicKey" | "provenKey">,
): Promise<CardSignature> {
  const signatures = signaturesOf(row.capabilityManifest);
  if (signatures.length === 0 || !keyIsProven(row)) return "unchecked";
  const { signatures: _, ...card } = row.capabilityManifest;
  const payload = Buffer.from(canonicalize(card) ?? "").toString("base64url");
  const key = await importJWK({ kty: "OKP", crv: "Ed25519", x: row.publicKey }, "EdDSA");
  for (const { protected: header, signature } of signatures) {
    try {
      await flattenedVerify({ payload, protected: header, signature }, key, { algorithms: ALGORITHMS });
      return "valid";
    } catch {
      // Made with another key, or over another card; perhaps the next is ours.
    }
  }
  return "invalid";
}
