import { z } from "zod";
import { Did } from "@/lib/did";
import { Cursor, oneOf } from "@/lib/http/filter";
import { wholeNumber } from "@/lib/http/page";
import { faultInPayload } from "./rules";

/** Most entries a page of the log has. */
export const MAX_LOG_PAGE = 1_000;
/** Most anchors a batch has. The body limit may end it earlier. */
export const MAX_BATCH_ANCHORS = 512;

export const Scope = z
  .enum(["PUBLIC", "FEDERATION", "PRIVATE"])
  .meta({ id: "Scope", description: "Who may read the payload: everyone, members from T2 on, or only its DID." });
export type Scope = z.infer<typeof Scope>;

const Hash = z.string().meta({ description: "SHA-256, lower-case hex." });
const Kind = z.string().trim().min(1).max(100);

/** Any JSON value but null, as long as every reader of JSON would read the same out of it. */
const Payload = z.unknown().superRefine((value, context) => {
  const message = faultInPayload(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** What is to be anchored. */
export const AnchorPayload = z.object({
  payload: Payload.meta({ description: "Any JSON value but null." }),
  scope: Scope.default("PUBLIC"),
  kind: Kind.default("anchor"),
  did: Did.optional().meta({
    description:
      "In whose name. Optional: the caller acts for itself, an organisation with the highest tier of its active agents.",
  }),
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: "Sent again with the same content: the first answer. With other content: 409." }),
});
export type AnchorPayload = z.infer<typeof AnchorPayload>;

export const AnchorBatch = z.object({ anchors: z.array(AnchorPayload).min(1).max(MAX_BATCH_ANCHORS) });
export type AnchorBatch = z.infer<typeof AnchorBatch>;

/** The public view of an anchor: these six fields and no others (contract, "Memory anchor"). */
export const PublicAnchor = z
  .object({
    id: z.string(),
    hash: Hash,
    prev_hash: Hash,
    scope: Scope,
    validation_status: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PublicAnchor" });
export type PublicAnchor = z.infer<typeof PublicAnchor>;

export const Receipt = z
  .object({
    log: z.string().meta({ description: "The log's origin line." }),
    leaf_index: z.int().meta({ description: "`seq` less one." }),
    tree_size: z.int(),
    root_hash: Hash,
    inclusion_path: z.array(Hash).meta({ description: "Sibling hashes from the leaf upwards (RFC 6962, 2.1.1)." }),
    checkpoint: z.string().meta({ description: "C2SP tlog-checkpoint, signed; keys at /.well-known/jwks.json." }),
  })
  .meta({ id: "Receipt", description: "Proof that an entry is in its log." });
export type Receipt = z.infer<typeof Receipt>;

export const Anchor = PublicAnchor.extend({
  seq: z.int(),
  payload_commitment: Hash,
  salt: z.string().meta({ description: "32 bytes, hex: what the commitment was salted with." }),
  receipt: Receipt,
}).meta({ id: "Anchor" });
export type Anchor = z.infer<typeof Anchor>;

export const AnchorsCreated = z.object({ anchors: z.array(Anchor) });

export const AnchorList = z.object({
  anchors: z.array(PublicAnchor),
  count: z.int(),
  generated_at: z.iso.datetime(),
  next_cursor: z.string().optional().meta({
    description: "`cursor` of the next page; only where `cursor` is given, and absent at the end.",
  }),
  db_error: z.literal(true).optional().meta({ description: "Only where the database failed." }),
});
export type AnchorList = z.infer<typeof AnchorList>;

const Instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .refine((instant) => instant.getTime() >= 0, "is before 1970");

/** An instant in a query string; empty, it asks for nothing. */
const instantFilter = (description: string) =>
  z
    .union([z.literal("").transform(() => undefined), Instant])
    .optional()
    .meta({ type: "string", format: "date-time", description: `${description} A day is its first moment, UTC.` });

/** What the list of public anchors may be narrowed to. */
export const AnchorFilters = z.object({
  did: z.string().optional().meta({ description: "Anchored by exactly this agent. Beyond the contract." }),
  from: instantFilter("Anchored at or after this instant. Beyond the contract."),
  to: instantFilter("Anchored at or before this instant. Beyond the contract."),
});
export type AnchorFilters = z.infer<typeof AnchorFilters>;

export const AnchorListQuery = AnchorFilters.extend({ limit: wholeNumber(1, 500, 100), cursor: Cursor });
export type AnchorListQuery = z.infer<typeof AnchorListQuery>;

const CRITERIA = ["query", "scope", "did", "hash", "kind", "from", "to", "limit"] as const;

/** What a memory query may ask for; at least one of it. */
export const QueryAnchors = z
  .object({
    query: z.string().trim().min(1).max(1_000).optional().meta({
      description:
        "Words of the payload. Anchors that have all of them come first; then those that are near in meaning.",
    }),
    scope: Scope.optional(),
    did: Did.optional(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
      .toLowerCase()
      .optional(),
    kind: Kind.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
    limit: z.int().min(1).max(500).optional(),
  })
  .refine((value) => CRITERIA.some((name) => value[name] !== undefined), {
    error: `Give at least one of ${CRITERIA.join(", ")}.`,
  });
export type QueryAnchors = z.infer<typeof QueryAnchors>;

/** An anchor with its payload, for those who may read it. After an erasure salt, did, kind and payload are null. */
export const ReadableAnchor = PublicAnchor.extend({
  seq: z.int(),
  payload_commitment: Hash,
  salt: z.string().nullable(),
  did: z.string().nullable(),
  kind: z.string().nullable(),
  payload: z.unknown(),
  match: z
    .enum(["words", "meaning"])
    .optional()
    .meta({ description: "How it was found; only where a query was given." }),
  similarity: z.number().optional().meta({ description: "Cosine of its vector and the query's; only of `meaning`." }),
}).meta({ id: "ReadableAnchor" });
export type ReadableAnchor = z.infer<typeof ReadableAnchor>;

export const QueriedAnchors = z.object({
  anchors: z.array(ReadableAnchor),
  count: z.int(),
  generated_at: z.iso.datetime(),
});
export type QueriedAnchors = z.infer<typeof QueriedAnchors>;

const LogName = z.enum(["anchors", "council"]);
const Log = oneOf(LogName, "Default `anchors`; `council` has audits and acts.").transform((log) => log ?? "anchors");

export const LogPageQuery = z.object({
  log: Log,
  from: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1),
  limit: wholeNumber(1, MAX_LOG_PAGE, MAX_LOG_PAGE),
});
export type LogPageQuery = z.infer<typeof LogPageQuery>;

/** Which log is looked at, and from which entry downwards; or the public anchors that it is narrowed to. */
export const LogViewQuery = AnchorFilters.extend({
  cursor: Cursor,
  log: oneOf(LogName),
  at: z.string().optional().meta({ type: "integer", description: "The entry to begin at; else the newest." }),
});
export type LogViewQuery = z.infer<typeof LogViewQuery>;

/** Every hashed field of an entry, and its hash. */
export const LogEntry = PublicAnchor.extend({
  log: z.string().meta({ description: "The log's origin line." }),
  seq: z.int(),
  payload_commitment: Hash,
}).meta({ id: "LogEntry" });
export type LogEntry = z.infer<typeof LogEntry>;

export const LogPage = z
  .object({
    log: z.string(),
    from: z.int(),
    entries: z.array(LogEntry),
    next: z.int().nullable().meta({ description: "`from` of the next page; null where this one is not full." }),
  })
  .meta({ id: "LogPage", description: "A full page never changes." });
export type LogPage = z.infer<typeof LogPage>;

export const AnchorParams = z.object({ id: z.string() });

export const AnchorProof = z.object({ entry: LogEntry, receipt: Receipt }).meta({ id: "AnchorProof" });
export type AnchorProof = z.infer<typeof AnchorProof>;

export const ConsistencyQuery = z.object({
  log: Log,
  from: z.string().meta({ type: "integer", minimum: 0, description: "An earlier size of the log." }),
  to: z
    .string()
    .optional()
    .meta({ type: "integer", minimum: 0, description: "A later one; the present where it is left out." }),
});
export type ConsistencyQuery = z.infer<typeof ConsistencyQuery>;

export const ConsistencyProof = z
  .object({
    log: z.string(),
    from: z.int(),
    to: z.int(),
    from_root_hash: Hash,
    to_root_hash: Hash,
    consistency_path: z.array(Hash).meta({ description: "RFC 6962, 2.1.2." }),
  })
  .meta({ id: "ConsistencyProof" });
export type ConsistencyProof = z.infer<typeof ConsistencyProof>;

export const CheckpointQuery = z.object({ log: Log });
export type CheckpointQuery = z.infer<typeof CheckpointQuery>;

export const EraseAnchor = z.object({
  id: z.string().max(100),
  reason: z.string().trim().min(1).max(1_000),
});
export type EraseAnchor = z.infer<typeof EraseAnchor>;

export const ErasedAnchor = PublicAnchor.extend({ seq: z.int(), erased: z.literal(true) }).meta({ id: "ErasedAnchor" });
export type ErasedAnchor = z.infer<typeof ErasedAnchor>;
