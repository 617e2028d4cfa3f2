import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { wholeNumber } from "@/lib/http/page";
import { placeCursor, START } from "@/lib/http/place";

/** The media types of the resources that our entries link to. */
export const CARD = "application/a2a-agent-card+json";
export const MCP_SERVER = "application/mcp-server-card+json";
export const REGISTRY = "application/ai-registry+json";
/** A member with neither; the entry links to its profile. */
export const PROFILE = "application/json";

/** A public fact of an entry. ARD allows only scalars. */
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

const Attestation = z.object({
  type: z.string(),
  uri: z.string().meta({ description: "Ours: the statement itself, a compact JWS in a `data:` address." }),
  mediaType: z.string(),
});

export const TrustManifest = z
  .object({
    identity: z.string(),
    identityType: z.enum(["spiffe", "did", "https", "other"]),
    trustSchema: z
      .object({
        identifier: z.string(),
        version: z.string(),
        governanceUri: z.string(),
        verificationMethods: z.array(z.string()),
      })
      .optional(),
    attestations: z.array(Attestation).optional(),
  })
  .meta({ id: "ArdTrustManifest", description: "The evidence for an entry's trust. Absent if PUBLIC_URL is not set." });
export type TrustManifest = z.infer<typeof TrustManifest>;

/** Has exactly one of `url` and `data`. */
export const ArdEntry = z
  .object({
    identifier: z.string().meta({ description: "`urn:air:<host>:<namespace>:<name>`" }),
    displayName: z.string(),
    type: z.string().meta({ description: "The media type of `url` or `data`." }),
    url: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    description: z.string().optional(),
    tags: z.array(z.string()).optional(),
    capabilities: z.array(z.string()).optional(),
    representativeQueries: z.array(z.string()).optional(),
    version: z.string().optional(),
    metadata: z.record(z.string(), Scalar).optional(),
    trustManifest: TrustManifest.optional(),
  })
  .meta({ id: "ArdEntry", description: "A resource, by Agentic Resource Discovery v0.91." });
export type ArdEntry = z.infer<typeof ArdEntry>;

export const Manifest = z
  .object({
    specVersion: z.literal("1.0"),
    host: z.object({
      displayName: z.string(),
      identifier: z.string().optional(),
      documentationUrl: z.string(),
    }),
    entries: z.array(ArdEntry),
  })
  .meta({ id: "ArdManifest", description: "A host's resources, by ARD v0.91 and by AI Catalog 1.0." });
export type Manifest = z.infer<typeof Manifest>;

/** Maximum values of one field of a filter, and their maximum length. */
const MAX_VALUES = 50;
const MAX_VALUE_CHARACTERS = 255;
const MAX_FACETS = 5;

/** A text that the database can store. */
const Value = z
  .string()
  .min(1)
  .max(MAX_VALUE_CHARACTERS)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must not contain characters that no entry has");

const Filter = z
  .record(
    z.string(),
    z.union([Value.transform((one) => [one]), z.array(Value).min(1).max(MAX_VALUES)], {
      error: `must be a text or 1 to ${MAX_VALUES} texts of 1 to ${MAX_VALUE_CHARACTERS} characters`,
    }),
  )
  .meta({ description: "By fields of entries. For each field, one of its values must match." });
export type Filter = z.infer<typeof Filter>;

const Text = z
  .string()
  .max(BOUNDS.text)
  .refine((text) => text.trim() !== "", "is required");

const Token = placeCursor(undefined, "must be the `pageToken` of an earlier page");
const PageToken = Token.nullish().transform((place) => place ?? START);

/** A page's size in a body. A larger value is reduced to the maximum. */
const pageSize = (otherwise: number, most: number) =>
  z
    .int()
    .min(1)
    .nullish()
    .transform((size) => Math.min(size ?? otherwise, most));

const MAX_PAGE = 100;

export const SearchRequest = z.object({
  query: z.object({ text: Text, filter: Filter.nullish() }),
  federation: z.enum(["auto", "referrals", "none"]).nullish().meta({
    description:
      "`referrals` names other registries. This registry does not call them, so `auto` is the same as `none`.",
  }),
  pageSize: pageSize(10, MAX_PAGE),
  pageToken: PageToken,
});
export type SearchRequest = z.output<typeof SearchRequest>;

const Referral = z.object({
  identifier: z.string(),
  displayName: z.string(),
  type: z.literal(REGISTRY),
  url: z.string(),
});

export const SearchResponse = z
  .object({
    results: z.array(
      ArdEntry.extend({
        score: z.int().min(0).max(100).meta({ description: "Only relevance, not trust." }),
        source: z.string().meta({ description: "The registry that has the entry." }),
      }),
    ),
    referrals: z.array(Referral).optional(),
    pageToken: z.string().optional(),
  })
  .meta({ id: "ArdSearchResponse" });
export type SearchResponse = z.infer<typeof SearchResponse>;

export const LookupParams = z.object({ identifier: z.string() });

export const ListQuery = z.object({
  filter: z.string().max(BOUNDS.address).optional().meta({
    example: "type = 'application/json'",
    description:
      "Terms such as `type = 'application/json' AND createdAfter > '2026-01-01'`. A text may contain several values, separated by commas.",
  }),
  orderBy: z.string().max(100).optional().meta({
    example: "trustScore DESC",
    description: "`displayName` (the default), `createdAt DESC` or `trustScore DESC`.",
  }),
  pageSize: wholeNumber(1, MAX_PAGE, 20),
  pageToken: Token.optional().meta({ example: btoa("after:20") }),
});
export type ListQuery = z.output<typeof ListQuery>;

export const ListResponse = z
  .object({ items: z.array(ArdEntry), total: z.int(), pageToken: z.string().optional() })
  .meta({ id: "ArdListResponse" });
export type ListResponse = z.infer<typeof ListResponse>;

export const ExploreRequest = z.object({
  query: z.object({ text: z.string().max(BOUNDS.text).nullish(), filter: Filter.nullish() }).nullish(),
  resultType: z.object({
    facets: z
      .array(
        z.object({
          field: z.string().max(BOUNDS.name),
          limit: pageSize(20, MAX_PAGE),
          minCount: z
            .int()
            .min(0)
            .nullish()
            .transform((count) => Math.min(Math.max(count ?? 1, 1), 2_147_483_647)),
        }),
      )
      .min(1)
      .max(MAX_FACETS),
  }),
});
export type ExploreRequest = z.output<typeof ExploreRequest>;

export const ExploreResponse = z
  .object({
    resultType: z.literal("facets"),
    facets: z.record(
      z.string(),
      z.object({
        buckets: z.array(z.object({ value: z.string(), count: z.int() })),
        otherCount: z.int().meta({ description: "The entries in the buckets that are not shown." }),
      }),
    ),
  })
  .meta({ id: "ArdExploreResponse" });
export type ExploreResponse = z.infer<typeof ExploreResponse>;

export const ArdError = z
  .object({
    error: z.string(),
    code: z.string(),
    message: z.string(),
    fields: z.array(z.string()).optional(),
    errorCode: z.string().meta({
      description:
        "By ARD: INVALID_ARGUMENT, UNAUTHENTICATED, NOT_FOUND, RATE_LIMIT_EXCEEDED or INTERNAL_ERROR; otherwise our `code`.",
    }),
  })
  .meta({ id: "ArdError", description: "Our error body with ARD's `errorCode`." });
