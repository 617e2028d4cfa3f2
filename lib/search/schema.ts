import { z } from "zod";

export type TextKind = "skill" | "capability" | "role" | "card" | "description" | "tag" | "example";

export interface SkillText {
  kind: TextKind;
  text: string;
}

/** A thing that an agent can be asked for, with all its texts. */
export interface RoutableSkill {
  name: string;
  texts: SkillText[];
}

export const Fit = z.enum(["fits", "may fit"]).meta({
  id: "Fit",
  description: "`fits`: sure enough to pick the agent. `may fit`: worth a look.",
});

export const VectorStoreHealth = z
  .object({
    status: z.literal("ok"),
    engine: z.literal("pgvector"),
    version: z.string(),
    index: z.enum(["hnsw", "exact"]).meta({
      description:
        "`exact` compares with every vector. It is used with an older pgvector, or if the vectors have too many dimensions for its index.",
    }),
    model: z
      .string()
      .meta({ description: "The embedder's model. Vectors of another model are never compared with these." }),
    dimensions: z.int().nullable().meta({ description: "null until a remote model has responded for the first time." }),
    next_model: z.string().nullable().meta({
      description: "The model to which the index changes. The present vectors are used until nothing is pending.",
    }),
    agents: z.int().meta({ description: "How many agents have vectors." }),
    vectors: z.int(),
    pending: z
      .int()
      .meta({ description: "How many skills wait for their vectors. Until then, they are found by words." }),
    encoder: z
      .object({
        status: z.enum(["off", "idle", "loading", "ready", "restarting", "failed"]),
        reason: z.string().nullable().meta({ description: "Why it does not respond, in a sentence." }),
      })
      .meta({ description: "The sentence encoder in this process. `failed` is final until the next start." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "VectorStoreHealth" });
export type VectorStoreHealth = z.infer<typeof VectorStoreHealth>;
