import { z } from "zod";
import { About } from "@/lib/agents/about";
import type { Agent } from "@/lib/agents/schema";
import { Intent, Match, optional, TraceId } from "./schema";

const MOST_CANDIDATES = 20;

/** Whatever is no whole number from 1 upwards is the default. */
const candidateLimit = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .catch(undefined)
  .transform((limit) => limit && Math.min(limit, MOST_CANDIDATES))
  .meta({
    type: "integer",
    minimum: 1,
    maximum: MOST_CANDIDATES,
    default: 5,
    description: "Candidates in the answer.",
  });

export const RouteIntent = z.object({
  src_did: z.string().min(1).meta({ description: "In whose name the intent is routed." }),
  intent: Intent,
  trace_id: optional(TraceId).meta({ description: "Absent: that of the `traceparent` header, else a new one." }),
  limit: candidateLimit,
});
export type RouteIntent = z.infer<typeof RouteIntent>;

/** 0 to 1; what is under the threshold is not routed to. */
const Score = z.number().min(0).max(1);

export const RoutePreview = z
  .object({
    match: Match,
    target: z.object({ did: z.string(), name: z.string(), score: Score, ...About.shape }).nullable(),
    candidates: z.array(
      z.object({
        did: z.string(),
        name: z.string(),
        score: Score,
        match: z.enum(["semantic", "syntactic"]),
        reason: z.string(),
      }),
    ),
    threshold: z.number(),
    reason: z.string(),
    vector_store: z.enum(["used", "unavailable"]).meta({
      description: "`unavailable`: the agents were found by their words alone.",
    }),
  })
  .meta({ id: "RoutePreview" });
export type RoutePreview = z.infer<typeof RoutePreview>;

/** A preview with what a page shows of the agents in it. */
export interface ShownRoute extends Omit<RoutePreview, "candidates"> {
  intent: string;
  /** With their records. */
  candidates: (RoutePreview["candidates"][number] & { agent: Agent })[];
  /** How many audits the target passed. */
  auditsPassed: number;
}

export const RouteDecision = z.object({ trace_id: z.string(), ...RoutePreview.shape }).meta({
  id: "RouteDecision",
  description:
    "`target` is null where nobody fits well enough. The trace keeps its DID, name and score; the rest is in its record.",
});
export type RouteDecision = z.infer<typeof RouteDecision>;

export const PreviewQuery = z.object({
  intent: z.string().meta({ description: "What the agent wants, in its own words; up to 512 characters." }),
  limit: candidateLimit,
});
