import { z } from "zod";

/** What a text says of a skill. */
export type TextKind = "skill" | "capability" | "role" | "card" | "description" | "tag" | "example";

export interface SkillText {
  kind: TextKind;
  text: string;
}

/** One thing that an agent can be asked for, with everything it says of it. */
export interface RoutableSkill {
  name: string;
  texts: SkillText[];
}

export const VectorStoreHealth = z
  .object({
    status: z.literal("ok"),
    engine: z.literal("pgvector"),
    version: z.string(),
    index: z.enum(["hnsw", "exact"]).meta({
      description: "`exact` compares with every vector: an older pgvector, or too many dimensions for its index.",
    }),
    model: z.string().meta({ description: "The embedder's; vectors of another model are never compared with." }),
    dimensions: z.int().nullable().meta({ description: "null until a remote model has answered for the first time." }),
    next_model: z.string().nullable().meta({
      description: "What the vectors are changed to: the present ones serve until nothing is pending.",
    }),
    agents: z.int().meta({ description: "Agents with vectors." }),
    vectors: z.int(),
    pending: z
      .int()
      .meta({ description: "Skills that wait for their vectors, and are found by their words meanwhile." }),
    encoder: z
      .object({
        status: z.enum(["off", "idle", "loading", "ready", "restarting", "failed"]),
        reason: z.string().nullable().meta({ description: "Why it does not answer, in a sentence." }),
      })
      .meta({ description: "The local encoder of meanings, in this process. `failed` is final until the next start." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "VectorStoreHealth" });
export type VectorStoreHealth = z.infer<typeof VectorStoreHealth>;
