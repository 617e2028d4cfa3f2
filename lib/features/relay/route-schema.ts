import { z } from "zod";
import { AgentDetails } from "@/lib/features/agents/details";
import type { Agent } from "@/lib/features/agents/schema";
import { Fit } from "@/lib/search/schema";
import { Intent, Match, optional, TraceId } from "./schema";

const MAX_CANDIDATES = 20;

/** The number of candidates. Any value that is not an integer from 1 gives the default. */
const candidateLimit = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .catch(undefined)
  .transform((limit) => limit && Math.min(limit, MAX_CANDIDATES))
  .meta({
    type: "integer",
    minimum: 1,
    maximum: MAX_CANDIDATES,
    default: 5,
    description: "How many candidates the response contains.",
  });

export const RouteIntent = z.object({
  src_did: z.string().min(1).meta({ description: "The DID of the agent that asks." }),
  intent: Intent,
  trace_id: optional(TraceId).meta({ description: "Default: the id in the `traceparent` header, else a new one." }),
  limit: candidateLimit,
});
export type RouteIntent = z.infer<typeof RouteIntent>;

const Score = z.number().min(0).max(1).meta({ description: "How likely the agent is right for the intent, 0 to 1." });

export const RoutePreview = z
  .object({
    match: Match,
    target: z.object({ did: z.string(), name: z.string(), score: Score, ...AgentDetails.shape }).nullable(),
    candidates: z.array(
      z.object({
        did: z.string(),
        name: z.string(),
        score: Score,
        fit: Fit,
        match: z.enum(["semantic", "syntactic"]).meta({
          description:
            "`syntactic`: by words of the intent. `semantic`: by related words, or by examples that vectors found.",
        }),
        reason: z.string(),
      }),
    ),
    threshold: z.number().meta({
      description:
        "The least score of an agent that fits this intent. It depends on the intent's length, and on how the first agent was found.",
    }),
    reason: z.string(),
    vector_store: z.enum(["used", "unavailable"]).meta({
      description: "`unavailable`: examples were compared by their words alone.",
    }),
  })
  .meta({ id: "RoutePreview" });
export type RoutePreview = z.infer<typeof RoutePreview>;

/** A preview with the records of its agents, for pages. */
export interface ShownRoute extends Omit<RoutePreview, "candidates"> {
  intent: string;
  candidates: (RoutePreview["candidates"][number] & { agent: Agent })[];
  failedLastAudit: boolean;
}

export const RouteDecision = z.object({ trace_id: z.string(), ...RoutePreview.shape }).meta({
  id: "RouteDecision",
  description: "`target` is null if no agent fits well enough. The trace stores only the target's DID, name and score.",
});
export type RouteDecision = z.infer<typeof RouteDecision>;

export const PreviewQuery = z.object({
  intent: z.string().meta({ description: "The agent's request in its own words, up to 512 characters." }),
  limit: candidateLimit,
});
