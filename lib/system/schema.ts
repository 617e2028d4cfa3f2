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

export const OpenApiDocument = z.looseObject({ openapi: z.literal("3.1.0") });
