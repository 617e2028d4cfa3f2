import { readAbout } from "@/lib/agents/service/read";
import type { Context } from "@/lib/context";
import { didMismatch, ServiceError, tierTooLow } from "@/lib/errors";
import { PERMISSIONS, permit, permitStanding } from "@/lib/permissions";
import type { EmbeddedIntent } from "@/lib/vectors/embedder";
import { noteServed, servingEmbedder } from "@/lib/vectors/service/present-embedder";
import { type SkillSearchResult, type SourceAgent, searchSkills } from "@/lib/vectors/service/search";
import { vectorStoreOf } from "@/lib/vectors/service/store";
import type { RouteDecision, RouteIntent, RoutePreview } from "../route-schema";
import { type Ranked, type Ranking, rankCandidates, turnOf } from "../rules/rank";
import { Intent } from "../schema";
import { appendEvent } from "./append";
import { backgroundOf } from "./background";
import { readProfiles } from "./profiles";
import { traceIdFor } from "./send";

const DEFAULT_CANDIDATES = 5;
const MINIMUM_TIER = PERMISSIONS["relay.route"].minimumTier;

interface Retrieved extends SkillSearchResult {
  /** Likeness of the intent to texts that mean nothing in particular, which a remote model's cosines are held against. */
  background: number | null;
  meaning: EmbeddedIntent["meaning"];
}

/**
 * Retrieves what may answer the intent. A model that does not answer leaves it to the words.
 * @param withoutDeprecated leaves deprecated agents out
 */
async function retrieve(ctx: Context, intent: string, srcDid?: string, withoutDeprecated = false): Promise<Retrieved> {
  const { db } = ctx;
  const embedder = servingEmbedder(db);
  const embedded = vectorStoreOf(db) ? await embedder.embedIntent(intent) : null;
  const embedding = embedded && { model: embedder.model, vector: embedded.vector };
  const source = srcDid === undefined ? {} : { source: { did: srcDid, minimumTier: MINIMUM_TIER } };
  const background = embedded && (await backgroundOf(embedder, embedded.vector));
  const found = await searchSkills(db, { intent, embedding, ...source, withoutDeprecated });
  // Another process has completed a change of model.
  if (found.model !== null && noteServed(db, found.model)) {
    return retrieve(ctx, intent, srcDid, withoutDeprecated);
  }
  return { ...found, background, meaning: found.semantic ? (embedded?.meaning ?? null) : null };
}

async function rankOnce({ db }: Context, intent: string, retrieved: Retrieved): Promise<Ranking> {
  const { skills, semantic, background, meaning } = retrieved;
  const profiles = await readProfiles(db, skills);
  const candidates = skills.flatMap(({ skillId, did, name, skill, trustScore, deprecated, cosine }) => {
    const profile = profiles.get(skillId);
    return profile ? [{ did, name, skill, trustScore, deprecated, cosine, profile }] : [];
  });
  return rankCandidates(intent, candidates, { vectorStore: semantic, background, meaning });
}

/**
 * Ranks what was retrieved. Retrieval is bounded, so many deprecated agents could keep others out: where one of them would
 * be chosen, what is retrieved without them is ranked first.
 */
async function rank(ctx: Context, intent: string, retrieved: Retrieved, srcDid?: string): Promise<Ranking> {
  const ranking = await rankOnce(ctx, intent, retrieved);
  if (!ranking.target?.deprecated) return ranking;
  const others = await rankOnce(ctx, intent, await retrieve(ctx, intent, srcDid, true));
  if (others.target === null) return ranking;
  const ranked = [...others.ranked, ...ranking.ranked.filter(({ deprecated }) => deprecated)];
  return { ...others, ranked: ranked.toSorted((a, b) => turnOf(a) - turnOf(b)) };
}

/** What was decided, as the trace keeps it: of the target only what decided. */
type Decision = Omit<RoutePreview, "target"> & { target: Pick<Ranked, "did" | "name" | "score"> | null };

function decide({ semantic }: Retrieved, ranking: Ranking, limit = DEFAULT_CANDIDATES): Decision {
  const { match, threshold, target, ranked } = ranking;
  const words = semantic ? "" : " The vector store was not available, so agents were found by their words alone.";
  return {
    match,
    target: target && { did: target.did, name: target.name, score: rounded(target.score) },
    candidates: ranked.slice(0, limit).map((one) => ({
      did: one.did,
      name: one.name,
      score: rounded(one.score),
      match: one.match,
      reason: one.deprecated ? `${one.reason}; deprecated, so others that fit come first` : one.reason,
    })),
    threshold,
    reason: ranking.reason + words,
    vector_store: semantic ? "used" : "unavailable",
  };
}

/** The same with what the target's record says of it, which a caller needs to go there. */
async function describeTarget(ctx: Context, { target, ...decision }: Decision): Promise<RoutePreview> {
  const about = target && (await readAbout(ctx, target.did));
  return { ...decision, target: about && { ...target, ...about } };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

/** @throws ServiceError `tierTooLow` where nobody bears the DID or its tier is too low, `didMismatch` where it is another's */
function refuseSource({ caller }: Context, did: string, source: SourceAgent | null): void {
  if (caller.kind === "agent" && caller.did !== did) throw didMismatch(`This token acts for ${caller.did} only.`);
  if (!source) throw tierTooLow(MINIMUM_TIER, "none, since nobody is registered as src_did");
  if (caller.kind === "provider" && caller.organisation !== source.organisation) {
    throw didMismatch("This key acts for the agents that its organisation registered.");
  }
  // An operator routes in the name of a suspended agent too, but for none below the tier.
  permitStanding("relay.route", caller.kind === "provider" ? source : { tier: source.tier });
}

/**
 * Finds the agent that an intent should go to, says why, and records the decision on the trace. Where nobody fits well
 * enough the target is null.
 * @param traceparent the request's header (W3C Trace Context)
 * @throws ServiceError `tierTooLow`, `didMismatch`, `suspended` or `frozen`
 */
export async function routeIntent(
  ctx: Context,
  input: RouteIntent,
  traceparent: string | null,
): Promise<RouteDecision> {
  permit(ctx.caller, "relay.route");
  const began = performance.now();
  const { src_did: srcDid, intent, limit } = input;
  const retrieved = await retrieve(ctx, intent, srcDid);
  refuseSource(ctx, srcDid, retrieved.source);
  const ranking = await rank(ctx, intent, retrieved, srcDid);
  const decision = decide(retrieved, ranking, limit);
  const described = await describeTarget(ctx, decision);
  const { traceId } = await appendEvent(ctx.db, {
    traceId: traceIdFor(input.trace_id, traceparent),
    srcDid,
    dstDid: decision.target?.did,
    intent,
    routing: {
      match: decision.match,
      decision: { ...decision },
      semanticScore: retrieved.semantic ? ranking.semanticScore : null,
      threshold: ranking.threshold,
      durationMilliseconds: performance.now() - began,
    },
    at: ctx.clock(),
  });
  return { trace_id: traceId, ...described };
}

/**
 * What routing an intent would answer to nobody in particular: all that it reads is public, and nothing is recorded.
 * @throws ServiceError `missing` or `invalid`
 */
export async function previewRoute(
  ctx: Context,
  { intent = "", limit }: { intent?: string | undefined; limit?: number | undefined },
): Promise<RoutePreview> {
  if (intent.trim() === "") throw new ServiceError("missing", "`intent` is required.", { field: "intent" });
  const { success, error } = Intent.safeParse(intent);
  if (!success) throw new ServiceError("invalid", `\`intent\` ${error.issues[0]?.message}.`, { field: "intent" });
  const retrieved = await retrieve(ctx, intent);
  return describeTarget(ctx, decide(retrieved, await rank(ctx, intent, retrieved), limit));
}
