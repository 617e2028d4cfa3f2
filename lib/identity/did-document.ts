import { calculateJwkThumbprint } from "jose";
import { z } from "zod";
import { multibaseOf, type PublicJwk } from "./public-key";

/** The media type of a DID document without `@context` (W3C DID Core 1.0, 6.2). */
export const DID_DOCUMENT = "application/did+json";

/** How long a copy of a document may be cached. A suspension may be unnoticed for this long. */
export const DID_DOCUMENT_SECONDS = 30;

const VerificationMethod = z
  .union([
    z.object({
      id: z.string().meta({ description: "A DID URL: the document's DID, `#` and the key's thumbprint (RFC 7638)." }),
      type: z.literal("JsonWebKey"),
      controller: z.string(),
      publicKeyJwk: z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        y: z.string().optional(),
        kid: z.string(),
        alg: z.string(),
      }),
    }),
    z.object({
      id: z.string().meta({ description: "A DID URL: the document's DID, `#` and `publicKeyMultibase`." }),
      type: z.literal("Multikey"),
      controller: z.string(),
      publicKeyMultibase: z.string(),
    }),
  ])
  .meta({ id: "VerificationMethod" });
export type VerificationMethod = z.infer<typeof VerificationMethod>;

/** A DID document (W3C DID Core 1.0), with the members that this service uses. */
export const DidDocument = z
  .object({
    id: z.string(),
    alsoKnownAs: z.array(z.string()),
    verificationMethod: z.array(VerificationMethod).optional(),
    authentication: z.array(z.string()).optional(),
    assertionMethod: z.array(z.string()).optional(),
    service: z.array(
      z.object({ id: z.string(), type: z.string(), serviceEndpoint: z.union([z.url(), z.array(z.url())]) }),
    ),
  })
  .meta({ id: "DidDocument" });
export type DidDocument = z.infer<typeof DidDocument>;

const ALGORITHMS = { OKP: "EdDSA", EC: "ES256" } as const;

/**
 * Returns a public key as the two verification methods of a DID that resolvers know, `JsonWebKey` and `Multikey` (W3C
 * Controlled Identifiers 1.0, 2.2). Signatures name the first.
 */
export async function verificationMethods(did: string, jwk: PublicJwk): Promise<VerificationMethod[]> {
  const kid = await calculateJwkThumbprint(jwk);
  const publicKeyJwk = { ...jwk, kid, alg: ALGORITHMS[jwk.kty] };
  const publicKeyMultibase = multibaseOf(jwk);
  return [
    { id: `${did}#${kid}`, type: "JsonWebKey", controller: did, publicKeyJwk },
    { id: `${did}#${publicKeyMultibase}`, type: "Multikey", controller: did, publicKeyMultibase },
  ];
}
