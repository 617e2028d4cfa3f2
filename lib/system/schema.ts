import { z } from "zod";
import { Freeze } from "@/lib/freezes/schema";

const PartStatus = z.enum(["ok", "error"]);

export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: PartStatus,
    redis: z.enum(["ok", "error", "memory"]).meta({ description: "The cache; `memory` where none is configured." }),
    version: z.string(),
    build_sha: z.string(),
    release_channel: z.string(),
    env: z.string(),
    region: z.string(),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

const SmokePart = z.enum(["database", "migrations", "ledger", "evidence", "cache", "vector_store"]);

export const SmokeCheck = z
  .object({
    name: SmokePart,
    required: z.boolean().meta({ description: "Whether its failure blocks." }),
    ok: z.boolean(),
    duration_ms: z.number(),
    message: z.string().optional(),
  })
  .meta({ id: "SmokeCheck" });
export type SmokeCheck = z.infer<typeof SmokeCheck>;

export const SmokeResult = z
  .object({
    tag: z.enum(["VERIFIED", "BLOCKED"]),
    checks: z.array(SmokeCheck),
    reasons: z.array(z.string()).meta({ description: "Why it is blocked; empty where it is not." }),
    degraded: z.array(z.string()).meta({ description: "Parts that failed and that the service does without." }),
    frozen: z.array(Freeze).meta({ description: "Subsystems that operators have frozen." }),
    single_process: z
      .array(SmokePart)
      .meta({ description: "Parts that this process keeps to itself: a second instance would not share them." }),
    build_sha: z.string(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SmokeResult" });
export type SmokeResult = z.infer<typeof SmokeResult>;

export const Liveness = z.object({ status: z.literal("alive") });

export const Readiness = z.object({ status: z.literal("ready") });

export const AgentDescriptor = z
  .object({
    name: z.string(),
    source_of_truth: z.url().meta({ description: "The description that lists every path." }),
    confirmation_code: z.string().meta({ description: "Short hash of the commit that this build was made from." }),
    status: z.literal("active"),
    capabilities: z.array(
      z.enum([
        "semantic-routing",
        "did-lite-trust",
        "memory-anchors",
        "human-sovereignty",
        "federated-review",
        "auditability",
      ]),
    ),
  })
  .meta({ id: "AgentDescriptor" });
export type AgentDescriptor = z.infer<typeof AgentDescriptor>;

export const JsonRpcMessage = z
  .looseObject({ jsonrpc: z.literal("2.0"), method: z.string().optional() })
  .meta({ id: "JsonRpcMessage" });

/** JSON-RPC 2.0, 5.1. */
export const JsonRpcError = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  })
  .meta({ id: "JsonRpcError" });

export const OpenApiDocument = z.looseObject({ openapi: z.literal("3.1.0") });
