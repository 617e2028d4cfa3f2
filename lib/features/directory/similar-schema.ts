import { z } from "zod";
import { Agent } from "@/lib/features/agents/schema";
import { wholeNumber } from "@/lib/http/page";

export const SimilarQuery = z.object({ limit: wholeNumber(1, 20, 5) });

const AlikeSkills = z.object({
  skill: z.string().meta({ description: "A skill of the other agent." }),
  own_skill: z.string().meta({ description: "The similar skill of this agent." }),
  cosine: z.number().meta({
    description:
      "The cosine of the directions of their words, up to 1. If one of them has no word with a known meaning, the share of their words that both say.",
  }),
});

export const SimilarAgent = Agent.pick({
  did: true,
  name: true,
  description: true,
  role: true,
  trust_tier: true,
  trust_score: true,
  listed_from: true,
})
  .extend({
    words: z.array(z.string()).meta({
      description:
        "Telling words that both agents say, in the spelling of this agent, the most telling first. Empty if they only mean nearly the same.",
    }),
    similarity: z.number().nullable().meta({
      description:
        "How likely a person finds the two agents alike, up to 1: from `cosine` and the most telling of `words`.",
    }),
    cosine: z.number().nullable().meta({
      description:
        "The cosine of the directions of their telling words, up to 1. null if one of them has no word with a known meaning.",
    }),
    alike: z.array(AlikeSkills).meta({
      description: "Skills of both that share a telling word, the nearest first, at most three.",
    }),
  })
  .meta({ id: "SimilarAgent" });
export type SimilarAgent = z.infer<typeof SimilarAgent>;

export const SimilarAgents = z
  .object({
    did: z.string(),
    similar: z.array(SimilarAgent).meta({
      description:
        "Offered agents, the most similar first, by the words that they say and by what these mean. Empty if no agent is similar enough.",
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SimilarAgents" });
export type SimilarAgents = z.infer<typeof SimilarAgents>;
