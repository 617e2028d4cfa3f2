import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const memory = endpointsOf("memory");
const { didMismatch, tierTooLow, operatorOnly, conflict, unavailable, notFound } = DEFAULT_ERRORS;
const frozen = { status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" };

export const anchorPayload = memory.post("/api/memory/anchor", {
  operationId: "anchorPayload",
  summary: "Anchor a payload",
  description:
    "Appends an entry to the hash chain. It is durable before the response is sent. The response contains the salt of its commitment and a receipt: a signed checkpoint with the proof that the entry is in it. Keep both, and the payload.",
  permission: "memory.anchor",
  body: schema.AnchorPayload,
  example: { body: { kind: "report", payload: { report: "first week", translations: 412 } } },
  responses: { 201: schema.Anchor },
  descriptions: { 201: "Anchored." },
  errors: { didMismatch, tierTooLow, conflict, frozen, unavailable },
});

export const anchorBatch = memory.post("/api/memory/anchors", {
  operationId: "anchorBatch",
  summary: "Anchor several payloads",
  description: `Up to ${schema.MAX_BATCH_ANCHORS}. All or none are stored, as consecutive entries in the chain.`,
  permission: "memory.anchor",
  body: schema.AnchorBatch,
  example: { body: { anchors: [{ payload: { report: "first week" } }, { payload: { report: "second week" } }] } },
  responses: { 201: schema.AnchorsCreated },
  descriptions: { 201: "Anchored." },
  errors: { didMismatch, tierTooLow, conflict, frozen, unavailable },
});

export const listAnchors = memory.get("/api/memory/anchors", {
  operationId: "listAnchors",
  summary: "List public anchors",
  description:
    "Newest first, of scope PUBLIC, without payloads. `did`, `from` and `to` narrow the list. To read all pages, begin with `cursor=start`. If the database fails, the response is 200 with `db_error`.",
  query: schema.AnchorListQuery,
  cache: { tags: ["ledger_entries", "ledger_payloads"] },
  responses: { 200: schema.AnchorList },
});

export const queryAnchors = memory.post("/api/memory/query", {
  operationId: "queryAnchors",
  summary: "Query anchors with their payloads",
  description:
    "At least one criterion is required. Returns the anchors that the caller may read, newest first: PUBLIC, FEDERATION, and its own PRIVATE ones.",
  permission: "memory.query",
  body: schema.QueryAnchors,
  example: { body: { query: "weekly report", limit: 5 } },
  responses: { 200: schema.QueriedAnchors },
  errors: { tierTooLow },
});

export const readLog = memory.get("/api/memory/log", {
  operationId: "readLog",
  summary: "Read a log entry by entry",
  description: "Every hashed field of every entry, in order, for recomputing the chain and the tree.",
  query: schema.LogPageQuery,
  cache: { tags: ["ledger_entries", "ledger_heads"] },
  responses: { 200: schema.LogPage },
  errors: { notFound },
});

export const listLogs = memory.get("/api/memory/logs", {
  operationId: "listLogs",
  summary: "The logs, with the keys of their checkpoints",
  description: "Tools for signed notes, such as Go's `sumdb/note`, take these keys as they are.",
  cache: { tags: ["ledger_heads", "log_cosignatures", "signing_keys", "witnesses"] },
  responses: { 200: schema.LogList },
});

export const proveAnchor = memory.get("/api/memory/anchors/{id}/proof", {
  operationId: "proveAnchor",
  summary: "Prove that an entry is in its log",
  params: schema.AnchorParams,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
  cache: { tags: ["ledger_entries", "ledger_heads", "ledger_nodes"] },
  responses: { 200: schema.AnchorProof },
  errors: { notFound },
});

export const getTlogProof = memory.get("/api/memory/anchors/{id}/tlog-proof", {
  operationId: "getTlogProof",
  summary: "The same proof as a C2SP tlog-proof",
  description:
    "Index, inclusion proof and signed checkpoint in one text, without the entry: the newest checkpoint that enough witnesses cosigned, if the entry is in it. Save it as a file that ends in `.tlog-proof`.",
  mediaType: "text/plain; charset=utf-8",
  params: schema.AnchorParams,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
  cache: { tags: ["ledger_entries", "ledger_heads", "ledger_nodes", "log_cosignatures"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const proveConsistency = memory.get("/api/memory/consistency", {
  operationId: "proveConsistency",
  summary: "Prove that a log only grew",
  description:
    "Proves that the first `from` entries of the log are still the first entries of the log of `to` entries.",
  query: schema.ConsistencyQuery,
  cache: { tags: ["ledger_entries", "ledger_heads", "ledger_nodes"] },
  responses: { 200: schema.ConsistencyProof },
  errors: { notFound },
});

export const getCheckpoint = memory.get("/checkpoint", {
  operationId: "getCheckpoint",
  summary: "The log's signed checkpoint",
  description:
    "A C2SP tlog-checkpoint as a signed note, newest entries included. The key's name is the origin line. Signatures of witnesses that cosigned exactly this checkpoint follow. `/api/memory/logs` has all verifier keys.",
  mediaType: "text/plain; charset=utf-8",
  query: schema.CheckpointQuery,
  cache: { tags: ["ledger_heads", "log_cosignatures"] },
  responses: { 200: z.string() },
  errors: { notFound },
});

export const eraseAnchor = memory.post("/api/memory/erase", {
  operationId: "eraseAnchor",
  summary: "Erase an anchor's payload",
  description: "Erases payload, salt, kind and DID, and logs the reason. Every hash and proof stays valid.",
  permission: "memory.erase",
  body: schema.EraseAnchor,
  example: { body: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20", reason: "It named a person." } },
  responses: { 200: schema.ErasedAnchor },
  errors: { operatorOnly, notFound, conflict },
});

export const getAnchorsText = memory.markdown("/anchors.md", {
  operationId: "getAnchorsText",
  summary: "The newest entries of the ledger as markdown",
  query: schema.LogViewQuery,
});

export const getEntryText = memory.markdown("/anchors/{id}.md", {
  operationId: "getEntryText",
  summary: "An entry of the ledger as markdown",
  params: schema.AnchorParams,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
});
