import { memberWebDid } from "@/lib/web-did";
import type { TrustStatement } from "../schema";

/** The terms of a credential that W3C's context lacks; the RFC on trust says what they mean. */
const OWN_TERMS = ["did", "trust_tier", "trust_score", "status", "verified", "key_verified", "as_of"] as const;

interface Issue {
  /** The did:web of the service. */
  issuer: string;
  /** Its address. */
  origin: string;
  fromSeconds: number;
  untilSeconds: number;
}

const instant = (seconds: number) => new Date(seconds * 1_000).toISOString();

/**
 * A standing as a Verifiable Credential (W3C, Data Model 2.0). The JWT claims repeat what it says in their own words, so a
 * library that knows JWTs alone refuses it once it has expired (W3C VC-JOSE-COSE).
 */
export function credentialClaims(
  standing: Omit<TrustStatement, "expires_at" | "jws" | "credential">,
  { issuer, origin, fromSeconds, untilSeconds }: Issue,
) {
  const subject = memberWebDid(issuer, standing.did);
  const meaning = (term: string) => `${origin}/rfcs/4#${term}`;
  const terms = Object.fromEntries(OWN_TERMS.map((term) => [term, meaning(term)]));
  return {
    "@context": [
      "https://www.w3.org/ns/credentials/v2",
      {
        StandingCredential: meaning("StandingCredential"),
        ...terms,
        signals: { "@id": meaning("signals"), "@type": "@json" },
      },
    ],
    type: ["VerifiableCredential", "StandingCredential"],
    issuer,
    validFrom: instant(fromSeconds),
    validUntil: instant(untilSeconds),
    credentialSubject: { id: subject, ...standing },
    iss: issuer,
    sub: subject,
    iat: fromSeconds,
    exp: untilSeconds,
  };
}
