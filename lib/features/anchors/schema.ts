import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { Cursor, oneOf } from "@/lib/http/filter";
import { InstantOrDay, instantFilter } from "@/lib/http/instant";
import { wholeNumber } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";
import { faultInPayload } from "./rules";

/** Maximum entries on a page of the log. */
export const MAX_LOG_PAGE = 1_000;
/** Maximum anchors in a batch. The body limit may allow fewer. */
export const MAX_BATCH_ANCHORS = 512;

export const Scope = z.enum(["PUBLIC", "FEDERATION", "PRIVATE"]).meta({
  id: "Scope",
  description: "Who may read the payload. PUBLIC: everyone. FEDERATION: members from T2 on. PRIVATE: only its DID.",
});
export type Scope = z.infer<typeof Scope>;

const Hash = z.string().meta({ description: "SHA-256, lower-case hex." });
const Kind = trimmedText().min(1).max(100);

/** Any JSON value but null that every JSON parser reads alike. */
const Payload = z.unknown().superRefine((value, context) => {
  const message = faultInPayload(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** An anchor to store. */
export const AnchorPayload = z.object({
  payload: Payload.meta({
    description: "Any JSON value but null. Send a number that a double does not keep as a string.",
  }),
  scope: Scope.default("PUBLIC"),
  kind: Kind.default("anchor"),
  did: Did.optional().meta({
    description:
      "The DID to act for. Optional. If absent, the caller acts for itself; an organisation has the highest tier of its active agents.",
  }),
  idempotency_key: z.string().min(1).max(BOUNDS.identifier).optional().meta({
    description:
      "If the same content is sent again with this key, the first response is returned. With other content: 409.",
  }),
});
export type AnchorPayload = z.infer<typeof AnchorPayload>;

export const AnchorBatch = z.object({ anchors: z.array(AnchorPayload).min(1).max(MAX_BATCH_ANCHORS) });
export type AnchorBatch = z.infer<typeof AnchorBatch>;

/** The public view of an anchor: exactly these six fields (contract, "Memory anchor"). */
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
    leaf_index: z.int().meta({ description: "`seq` minus one." }),
    tree_size: z.int(),
    root_hash: Hash,
    inclusion_path: z.array(Hash).meta({ description: "Sibling hashes from the leaf upwards (RFC 6962, 2.1.1)." }),
    checkpoint: z
      .string()
      .meta({ description: "A signed C2SP tlog-checkpoint. Its keys are at /.well-known/jwks.json." }),
  })
  .meta({ id: "Receipt", description: "A proof that an entry is in its log." });
export type Receipt = z.infer<typeof Receipt>;

export const Anchor = PublicAnchor.extend({
  seq: z.int(),
  payload_commitment: Hash,
  salt: z.string().meta({ description: "The salt of the commitment: 32 bytes, hex." }),
  receipt: Receipt,
}).meta({ id: "Anchor" });
export type Anchor = z.infer<typeof Anchor>;

export const AnchorsCreated = z.object({ anchors: z.array(Anchor) });

export const AnchorList = z.object({
  anchors: z.array(PublicAnchor),
  count: z.int(),
  generated_at: z.iso.datetime(),
  next_cursor: z.string().optional().meta({
    description: "The `cursor` of the next page. Present only if `cursor` is given, and absent on the last page.",
  }),
  db_error: z.literal(true).optional().meta({ description: "Present only if the database failed." }),
});
export type AnchorList = z.infer<typeof AnchorList>;

/** The filters of the list of public anchors. */
export const AnchorFilters = z.object({
  did: z.string().optional().meta({
    description: "Anchored by exactly this agent. Added by this service.",
    example: "did:demo:s2:glossa",
  }),
  from: instantFilter("Anchored at or after this time. Added by this service."),
  to: instantFilter("Anchored at or before this time. Added by this service."),
});
export type AnchorFilters = z.infer<typeof AnchorFilters>;

export const AnchorListQuery = AnchorFilters.extend({ limit: wholeNumber(1, 500, 100), cursor: Cursor });
export type AnchorListQuery = z.infer<typeof AnchorListQuery>;

const CRITERIA = ["query", "scope", "did", "hash", "kind", "from", "to", "limit"] as const;

/** The criteria of a memory query. At least one is required. */
export const QueryAnchors = z
  .object({
    query: trimmedText().min(1).max(BOUNDS.question).optional().meta({
      description:
        "Words of the payload. Anchors that contain all of them come first, then those that are close in meaning.",
    }),
    scope: Scope.optional(),
    did: Did.optional(),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, "must be 64 hex digits")
      .toLowerCase()
      .optional(),
    kind: Kind.optional(),
    from: InstantOrDay.optional(),
    to: InstantOrDay.optional(),
    limit: z.int().min(1).max(500).optional(),
  })
  .refine((value) => CRITERIA.some((name) => value[name] !== undefined), {
    error: `Give at least one of ${CRITERIA.join(", ")}.`,
  });
export type QueryAnchors = z.infer<typeof QueryAnchors>;

/** An anchor with its payload, for callers that may read it. After an erasure, salt, did, kind and payload are null. */
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
    .meta({ description: "How it was found. Present only if a query was given." }),
  similarity: z
    .number()
    .optional()
    .meta({ description: "The cosine of its vector and the query's vector. Present only for `meaning`." }),
}).meta({ id: "ReadableAnchor" });
export type ReadableAnchor = z.infer<typeof ReadableAnchor>;

export const QueriedAnchors = z.object({
  anchors: z.array(ReadableAnchor),
  count: z.int(),
  left_out: z.int().optional().meta({
    description:
      "How many of the found anchors are not in the response, because it has a megabyte. Query again with narrower criteria. Absent if none. Added by this service.",
  }),
  generated_at: z.iso.datetime(),
});
export type QueriedAnchors = z.infer<typeof QueriedAnchors>;

export const LogName = z.enum(["anchors", "council"]);
const Log = oneOf(LogName, "Default `anchors`. `council` contains audits and decisions.").transform(
  (log) => log ?? "anchors",
);

/** The logs of this service, for tools that verify their checkpoints. */
export const LogList = z
  .object({
    logs: z.array(
      z.object({
        log: LogName,
        origin: z.string().meta({ description: "The first line of its checkpoints, and the name of its keys." }),
        url: z.url().meta({ description: "The address of its checkpoint and tiles (C2SP tlog-tiles)." }),
        verifier_keys: z.array(z.string()).meta({
          description:
            "The keys that may sign its checkpoints, newest first, as verifier keys of C2SP signed-note: `name+id+key`.",
        }),
        retired_keys: z.array(z.object({ verifier_key: z.string(), last_size: z.int() })).meta({
          description: "Keys that signed earlier checkpoints. Refuse their signature on one larger than `last_size`.",
        }),
        size: z.int(),
        last_entry_at: z.iso.datetime().nullable().meta({ description: "Null if the log is empty." }),
        witnessed: z.object({ size: z.int(), at: z.iso.datetime() }).nullable().meta({
          description:
            "The newest checkpoint that enough witnesses cosigned, and when they had. Null if there is none.",
        }),
        witnesses: z
          .array(
            z.object({
              verifier_key: z.string(),
              size: z.int().nullable().meta({ description: "The size that it cosigned last. Null if it never did." }),
              cosigned_at: z.iso.datetime().nullable().meta({ description: "By its own clock." }),
              trouble: z.string().nullable().meta({ description: "Why its last answer was no cosignature." }),
            }),
          )
          .meta({
            description: "Those that the operators asked to cosign this log. Take their keys from them, not from here.",
          }),
      }),
    ),
    quorum: z.int().meta({ description: "How many witnesses are enough; 0 if there are none." }),
    witness: z
      .object({
        verifier_keys: z.array(z.string()).meta({ description: "Newest first, as verifier keys of type 4." }),
        url: z.url().meta({ description: "The address for submissions and for monitors (C2SP tlog-witness)." }),
        origins: z.array(z.string()).meta({ description: "The logs that it witnesses." }),
      })
      .meta({ description: "This service as a witness of logs of others." }),
  })
  .meta({ id: "LogList" });
export type LogList = z.infer<typeof LogList>;

export const LogPageQuery = z.object({
  log: Log,
  from: wholeNumber(1, Number.MAX_SAFE_INTEGER, 1),
  limit: wholeNumber(1, MAX_LOG_PAGE, MAX_LOG_PAGE),
});
export type LogPageQuery = z.infer<typeof LogPageQuery>;

/** The log to show and the entry to begin at, downwards; or the filters of the public anchors. */
export const LogViewQuery = AnchorFilters.extend({
  cursor: Cursor,
  log: oneOf(LogName),
  at: z.string().optional().meta({ type: "integer", description: "The entry to begin at. If absent, the newest." }),
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
    next: z.int().nullable().meta({ description: "The `from` of the next page; null if this page is not full." }),
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
    .meta({ type: "integer", minimum: 0, description: "A later size of the log. If absent, the present size." }),
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

export const EraseAnchor = z.object({
  id: z.string().max(100),
  reason: trimmedText().min(1).max(BOUNDS.reason),
});
export type EraseAnchor = z.infer<typeof EraseAnchor>;

/** What the erasure of an anchor removes. */
export interface ErasureEffect {
  id: string;
  seq: number;
  scope: string;
  created_at: string;
  /** Null if it is erased. */
  content: { did: string; kind: string; bytes: number } | null;
}

export const ErasedAnchor = PublicAnchor.extend({ seq: z.int(), erased: z.literal(true) }).meta({ id: "ErasedAnchor" });
export type ErasedAnchor = z.infer<typeof ErasedAnchor>;
