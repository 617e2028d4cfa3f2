import { z } from "zod";

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

export const OpenApiDocument = z.looseObject({ openapi: z.literal("3.1.0") });
