import { memberWebDid } from "@/lib/identity/web-did";
import type { TrustStatement } from "../schema";

/** The credential's terms that are not in W3C's context. The RFC on trust defines them. */
const OWN_TERMS = ["did", "trust_tier", "trust_score", "status", "verified", "key_verified", "as_of"] as const;

interface Issue {
  /** The did:web of the service. */
  issuer: string;
  /** The service's address. */
  origin: string;
  fromSeconds: number;
  untilSeconds: number;
}

const instant = (seconds: number) => new Date(seconds * 1_000).toISOString();

/**
 * Returns a standing as a Verifiable Credential (W3C, Data Model 2.0). The JWT claims repeat the validity, so a library
 * that knows only JWTs rejects it after it has expired (W3C VC-JOSE-COSE).
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
