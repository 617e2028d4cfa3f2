import { z } from "zod";
import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  Anchor,
  AnchorBatch,
  AnchorList,
  AnchorListQuery,
  AnchorParams,
  AnchorPayload,
  AnchorProof,
  AnchorsCreated,
  CheckpointQuery,
  ConsistencyProof,
  ConsistencyQuery,
  EraseAnchor,
  ErasedAnchor,
  LogPage,
  LogPageQuery,
  LogViewQuery,
  QueriedAnchors,
  QueryAnchors,
} from "./schema";

const { didMismatch, tierTooLow, operatorOnly, conflict, unavailable, notFound, invalid } = DEFAULT_ERRORS;
const frozen = { status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" };

export const anchorPayload = endpoint({
  operationId: "anchorPayload",
  method: "POST",
  path: "/api/memory/anchor",
  summary: "Anchor a payload",
  description:
    "Appends an entry to the hash chain, durably, before the answer. The answer carries the salt of its commitment and a receipt: a signed checkpoint with the proof that the entry is in it. Keep both, and the payload.",
  tag: "memory",
  permission: "memory.anchor",
  body: AnchorPayload,
  example: { body: { kind: "report", payload: { report: "first week", translations: 412 } } },
  responses: { 201: Anchor },
  meanings: { 201: "Anchored." },
  errors: { didMismatch, tierTooLow, conflict, frozen, unavailable },
});

export const anchorBatch = endpoint({
  operationId: "anchorBatch",
  method: "POST",
  path: "/api/memory/anchors",
  summary: "Anchor several payloads",
  description: "All of them or none, one after the other in the chain.",
  tag: "memory",
  permission: "memory.anchor",
  body: AnchorBatch,
  example: { body: { anchors: [{ payload: { report: "first week" } }, { payload: { report: "second week" } }] } },
  responses: { 201: AnchorsCreated },
  meanings: { 201: "Anchored." },
  errors: { didMismatch, tierTooLow, conflict, frozen, unavailable },
});

export const listAnchors = endpoint({
  operationId: "listAnchors",
  method: "GET",
  path: "/api/memory/anchors",
  summary: "List public anchors",
  description: "Newest first, of scope PUBLIC, without payloads. Where the database fails: 200 with `db_error`.",
  tag: "memory",
  query: AnchorListQuery,
  responses: { 200: AnchorList },
});

export const queryAnchors = endpoint({
  operationId: "queryAnchors",
  method: "POST",
  path: "/api/memory/query",
  summary: "Query anchors with their payloads",
  description:
    "At least one criterion. Answers what the caller may read, newest first: PUBLIC, FEDERATION, and PRIVATE where it is its own.",
  tag: "memory",
  permission: "memory.query",
  body: QueryAnchors,
  example: { body: { query: "weekly report", limit: 5 } },
  responses: { 200: QueriedAnchors },
  errors: { tierTooLow },
});

export const readLog = endpoint({
  operationId: "readLog",
  method: "GET",
  path: "/api/memory/log",
  summary: "Walk a log",
  description: "Every hashed field of every entry, in order, for whoever recomputes the chain and the tree.",
  tag: "memory",
  query: LogPageQuery,
  responses: { 200: LogPage },
  errors: { notFound },
});

export const proveAnchor = endpoint({
  operationId: "proveAnchor",
  method: "GET",
  path: "/api/memory/anchors/{id}/proof",
  summary: "Prove that an entry is in its log",
  tag: "memory",
  params: AnchorParams,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
  responses: { 200: AnchorProof },
  errors: { notFound },
});

export const proveConsistency = endpoint({
  operationId: "proveConsistency",
  method: "GET",
  path: "/api/memory/consistency",
  summary: "Prove that a log only grew",
  description: "That its first `from` entries are still the first of its `to`.",
  tag: "memory",
  query: ConsistencyQuery,
  responses: { 200: ConsistencyProof },
  errors: { invalid, notFound },
});

export const getCheckpoint = endpoint({
  operationId: "getCheckpoint",
  method: "GET",
  path: "/checkpoint",
  summary: "What a log states of itself, signed",
  description:
    "C2SP tlog-checkpoint as a signed note. The key's name is the origin line; its id is made of that and the key, `x` in /.well-known/jwks.json.",
  tag: "memory",
  text: "text/plain; charset=utf-8",
  query: CheckpointQuery,
  responses: { 200: z.string() },
  errors: { notFound },
});

export const eraseAnchor = endpoint({
  operationId: "eraseAnchor",
  method: "POST",
  path: "/api/memory/erase",
  summary: "Erase an anchor's payload",
  description: "Payload, salt, kind and DID are gone, with a reason on record; every hash and proof stays valid.",
  tag: "memory",
  permission: "memory.erase",
  body: EraseAnchor,
  example: { body: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20", reason: "It named a person." } },
  responses: { 200: ErasedAnchor },
  errors: { operatorOnly, notFound, conflict },
});

export const getAnchorsText = markdownTwin({
  operationId: "getAnchorsText",
  path: "/anchors.md",
  summary: "The newest entries of the ledger as markdown",
  tag: "memory",
  query: LogViewQuery,
});

export const getEntryText = markdownTwin({
  operationId: "getEntryText",
  path: "/anchors/{id}.md",
  summary: "An entry of the ledger as markdown",
  tag: "memory",
  params: AnchorParams,
  example: { params: { id: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20" } },
});
