import { type Context, charged } from "@/lib/authority/context";
import { readDetails } from "@/lib/features/agents/service/read";
import { didMismatch, ServiceError, tierTooLow } from "@/lib/foundation/errors";
import { authorize, authorizeAgent, PERMISSIONS } from "@/lib/identity/permissions";
import type { EmbeddedIntent } from "@/lib/search/embedder";
import { getActiveEmbedder, setActiveModel } from "@/lib/search/service/get-embedder";
import { type SkillSearchResult, type SourceAgent, searchSkills } from "@/lib/search/service/search";
import { vectorStoreOf } from "@/lib/search/service/store";
import type { RouteDecision, RouteIntent, RoutePreview } from "../route-schema";
import { type RankedCandidate, type Ranking, rankCandidates, rankGroupOf } from "../rules/rank";
import { IntentText } from "../schema";
import { appendEvent } from "./append";
import { baselineSimilarity } from "./baseline-similarity";
import { readProfiles } from "./profiles";
import { traceIdFor } from "./send";

const DEFAULT_CANDIDATES = 5;
const MINIMUM_TIER = PERMISSIONS["relay.route"].minimumTier;

interface Retrieved extends SkillSearchResult {
  /** The mean cosine of the intent with unrelated texts; see `baselineSimilarity`. */
  baseline: number | null;
  embedding: EmbeddedIntent["embedding"];
}

/**
 * Retrieves skills that may match the intent. Uses words alone if the model does not respond.
 * @param srcDid the source agent; its tier, status and organisation are returned, and it is never a candidate
 * @param withoutDeprecated excludes deprecated agents
 */
async function retrieve(ctx: Context, intent: string, srcDid?: string, withoutDeprecated = false): Promise<Retrieved> {
  const { db } = ctx;
  const embedder = getActiveEmbedder(db);
  const embedded = vectorStoreOf(db) ? await embedder.embedIntent(intent) : null;
  const embedding = embedded && { model: embedder.model, vector: embedded.vector };
  const source = srcDid === undefined ? {} : { source: { did: srcDid, minimumTier: MINIMUM_TIER } };
  const baseline = embedded && (await baselineSimilarity(embedder, embedded.vector));
  const found = await searchSkills(db, { intent, embedding, ...source, withoutDeprecated });
  // Another process has replaced the model, so the intent needs a vector of the new one.
  if (found.model !== null && setActiveModel(db, found.model)) {
    return retrieve(ctx, intent, srcDid, withoutDeprecated);
  }
  return { ...found, baseline, embedding: found.semantic ? (embedded?.embedding ?? null) : null };
}

async function rankOnce({ db }: Context, intent: string, retrieved: Retrieved): Promise<Ranking> {
  const { skills, semantic, baseline, embedding } = retrieved;
  const profiles = await readProfiles(db, skills);
  const candidates = skills.flatMap(({ skillId, did, name, skill, trustScore, deprecated, listed, cosine }) => {
    const profile = profiles.get(skillId);
    return profile ? [{ did, name, skill, trustScore, deprecated, listed, cosine, profile }] : [];
  });
  return charged(() => rankCandidates(intent, candidates, { vectorStore: semantic, baseline, embedding }));
}

/**
 * Ranks the retrieved skills. Retrieval returns a bounded number, so deprecated agents could crowd out active ones. If
 * the best agent is deprecated, it is chosen only if a second retrieval, without deprecated agents, has no match.
 */
async function rank(ctx: Context, intent: string, retrieved: Retrieved, srcDid?: string): Promise<Ranking> {
  const ranking = await rankOnce(ctx, intent, retrieved);
  if (!ranking.target?.deprecated) return ranking;
  const others = await rankOnce(ctx, intent, await retrieve(ctx, intent, srcDid, true));
  if (others.target === null) return ranking;
  const ranked = [...others.ranked, ...ranking.ranked.filter(({ deprecated }) => deprecated)];
  return { ...others, ranked: ranked.toSorted((a, b) => rankGroupOf(a) - rankGroupOf(b) || b.score - a.score) };
}

/** A decision as the trace stores it. `describeTarget` adds the target's details for the response. */
type Decision = Omit<RoutePreview, "target"> & { target: Pick<RankedCandidate, "did" | "name" | "score"> | null };

function decide({ semantic }: Retrieved, ranking: Ranking, limit = DEFAULT_CANDIDATES): Decision {
  const { match, threshold, target, ranked } = ranking;
  const note = semantic ? "" : " The vector store was unavailable, so agents were found by words alone.";
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
    reason: ranking.reason + note,
    vector_store: semantic ? "used" : "unavailable",
  };
}

/** Adds the details of the target's record, so the caller can call it. */
async function describeTarget(ctx: Context, { target, ...decision }: Decision): Promise<RoutePreview> {
  const details = target && (await readDetails(ctx, target.did));
  return { ...decision, target: details && { ...target, ...details } };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;

/**
 * Checks that the caller may route in the name of `did`.
 * @param source the agent with this DID; null if it is not registered
 * @throws ServiceError `tierTooLow` if the DID is not registered or its tier is too low, `didMismatch` if the caller
 * may not act for it
 */
function assertSourceMayRoute({ caller }: Context, did: string, source: SourceAgent | null): void {
  if (caller.kind === "agent" && caller.did !== did) throw didMismatch(`This token acts only for ${caller.did}.`);
  if (!source) throw tierTooLow(MINIMUM_TIER, "none, because src_did is not registered");
  if (caller.kind === "provider" && caller.organisation !== source.organisation) {
    throw didMismatch("This token acts only for agents that its organisation registered.");
  }
  // An operator may route in the name of a suspended agent, but not of one below the tier.
  authorizeAgent("relay.route", caller.kind === "provider" ? source : { tier: source.tier });
}

/**
 * Finds the best agent for an intent, and appends the decision and its reason to the trace. The target is null if no
 * agent reaches the threshold.
 * @param traceparent the request's header (W3C Trace Context)
 * @throws ServiceError `tierTooLow`, `didMismatch`, `suspended` or `frozen`
 */
export async function routeIntent(
  ctx: Context,
  input: RouteIntent,
  traceparent: string | null,
): Promise<RouteDecision> {
  authorize(ctx.caller, "relay.route");
  const startedAt = performance.now();
  const { src_did: srcDid, intent, limit } = input;
  const retrieved = await retrieve(ctx, intent, srcDid);
  assertSourceMayRoute(ctx, srcDid, retrieved.source);
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
      durationMilliseconds: performance.now() - startedAt,
    },
    at: ctx.clock(),
  });
  return { trace_id: traceId, ...described };
}

/**
 * Finds the best eligible agent for an intent, and appends the decision to the trace. The trace gets `recordedAs` in
 * place of the intent, because an A2A message is only for its recipient. The caller must have checked that it may route
 * in the name of `srcDid`.
 * @param selectEligible returns those of the matching agents that may be chosen
 * @returns the chosen agent's DID; null if there is no match
 */
export async function routePrivately(
  ctx: Context,
  { srcDid, intent, traceId, recordedAs }: { srcDid: string; intent: string; traceId: string; recordedAs: string },
  selectEligible: (dids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string | null> {
  const startedAt = performance.now();
  const retrieved = await retrieve(ctx, intent, srcDid);
  const ranking = await rank(ctx, intent, retrieved, srcDid);
  const matching = ranking.ranked.filter(({ score }) => score >= ranking.threshold);
  const eligible = await selectEligible(matching.map(({ did }) => did));
  const target = matching.find(({ did }) => eligible.has(did)) ?? null;
  const match = target?.match ?? "none";
  const reason = target ? "Chosen by the text of a message." : "No agent fits the text of a message.";
  const decision = decide(retrieved, {
    ...ranking,
    match,
    target,
    reason,
    ranked: target ? [{ ...target, reason }] : [],
  });
  await appendEvent(ctx.db, {
    traceId,
    srcDid,
    dstDid: target?.did,
    intent: recordedAs,
    routing: {
      match,
      decision: { ...decision },
      semanticScore: retrieved.semantic ? ranking.semanticScore : null,
      threshold: ranking.threshold,
      durationMilliseconds: performance.now() - startedAt,
    },
    at: ctx.clock(),
  });
  return target?.did ?? null;
}

/**
 * Returns how an intent would be routed, without a source agent. Reads only public records and stores nothing.
 * @throws ServiceError `missing` or `invalid`
 */
export async function previewRoute(
  ctx: Context,
  { intent = "", limit }: { intent?: string | undefined; limit?: number | undefined },
): Promise<RoutePreview> {
  if (intent.trim() === "") throw new ServiceError("missing", "`intent` is required.", { field: "intent" });
  const { success, error } = IntentText.safeParse(intent);
  if (!success) throw new ServiceError("invalid", `\`intent\` ${error.issues[0]?.message}.`, { field: "intent" });
  const retrieved = await retrieve(ctx, intent);
  return describeTarget(ctx, decide(retrieved, await rank(ctx, intent, retrieved), limit));
}
