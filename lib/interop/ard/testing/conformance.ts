import { z } from "zod";
import { parseUrl } from "@/lib/foundation/parse-url";

/** `urn:air:<publisher>:<namespace>:<name>` (ARD v0.91, 4.2.1). */
const Identifier = z.string().regex(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/);
const Address = z.string().refine((text) => parseUrl(text) !== null, "is no URI");
const texts = z.array(z.string());

/** Strict, as the schema of v0.9 has it: what it does not name is an error. */
const TrustManifest = z.strictObject({
  identity: z.string().min(1),
  identityType: z.enum(["spiffe", "did", "https", "other"]).optional(),
  trustSchema: z
    .strictObject({
      identifier: z.string(),
      version: z.string(),
      governanceUri: Address.optional(),
      verificationMethods: texts.optional(),
    })
    .optional(),
  attestations: z
    .array(z.strictObject({ type: z.string(), uri: Address, mediaType: z.string(), digest: z.string().optional() }))
    .optional(),
  signature: z.string().optional(),
});

/** The identity's host, if it is a did:web. */
const hostOfIdentity = (identity: string) => decodeURIComponent(identity.split(":")[2] ?? "").split(":")[0];

/** What both versions ask of an entry: v0.9 has the stricter types, v0.91 wants two to five queries of each that is to be found. */
export const ConformingEntry = z
  .object({
    identifier: Identifier,
    displayName: z.string().min(1),
    type: z.string().min(1),
    url: Address.optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    description: z.string().optional(),
    tags: texts.min(1).optional(),
    capabilities: texts.min(1).optional(),
    representativeQueries: texts.min(2).max(5).optional(),
    version: z.string().optional(),
    updatedAt: z.iso.datetime().optional(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    trustManifest: TrustManifest.optional(),
  })
  .refine(({ url, data }) => (url === undefined) !== (data === undefined), "needs exactly one of url and data")
  .refine(
    ({ identifier, trustManifest }) =>
      trustManifest === undefined || hostOfIdentity(trustManifest.identity) === identifier.split(":")[2],
    "its identity is of another host than its identifier",
  );

/** The document of /.well-known/ard.json and ai-catalog.json: v0.9 knows three members, v0.91 needs `entries`. */
export const ConformingManifest = z.strictObject({
  specVersion: z.literal("1.0"),
  host: z.strictObject({
    displayName: z.string().min(1),
    identifier: z.string().optional(),
    documentationUrl: Address.optional(),
    logoUrl: Address.optional(),
  }),
  entries: z.array(ConformingEntry),
});

/** A response of `POST /search`. */
export const ConformingSearch = z.strictObject({
  results: z.array(ConformingEntry.safeExtend({ score: z.int().min(0).max(100), source: Address })),
  referrals: z
    .array(
      z.strictObject({
        identifier: Identifier,
        displayName: z.string(),
        type: z.enum(["application/ai-registry", "application/ai-registry+json"]),
        url: Address,
      }),
    )
    .optional(),
  pageToken: z.string().optional(),
});

/** A response of `GET /agents`. */
export const ConformingList = z.strictObject({
  items: z.array(ConformingEntry),
  total: z.int().min(0).optional(),
  pageToken: z.string().optional(),
});

/** A response of `POST /explore`. */
export const ConformingFacets = z.strictObject({
  resultType: z.literal("facets"),
  facets: z.record(
    z.string(),
    z.strictObject({
      buckets: z.array(z.strictObject({ value: z.string(), count: z.int().min(0) })),
      otherCount: z.int().min(0).optional(),
    }),
  ),
});

export const ConformingError = z.looseObject({ errorCode: z.string(), message: z.string().min(1) });
