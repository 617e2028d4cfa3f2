import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { didMismatch, ServiceError, tierTooLow } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { authorize, authorizeAgent, PERMISSIONS } from "@/lib/identity/permissions";
import type { RouteDecision, RouteIntent, RoutePreview } from "../route-schema";
import { IntentText } from "../schema";
import { appendEvent } from "./append";
import { decide, describeTarget, findFor, type Routed } from "./decide";
import { traceIdFor } from "./send";

const MINIMUM_TIER = PERMISSIONS["relay.route"].minimumTier;

/**
 * Checks that the caller may route in the name of `did`.
 * @throws ServiceError `tierTooLow` if the DID is not registered or its tier is too low, `didMismatch` if the caller
 * may not act for it
 */
async function assertSourceMayRoute({ db, caller }: Context, did: string): Promise<void> {
  if (caller.kind === "agent" && caller.did !== did) throw didMismatch(`This token acts only for ${caller.did}.`);
  const [source] = matchesNothing(did)
    ? []
    : await db
        .select({ tier: agents.trustTier, status: agents.status, organisation: agents.organisation })
        .from(agents)
        .where(eq(agents.did, did));
  if (!source) throw tierTooLow(MINIMUM_TIER, "none, because src_did is not registered");
  if (caller.kind === "provider" && caller.organisation !== source.organisation) {
    throw didMismatch("This token acts only for agents that its organisation registered.");
  }
  // An operator may route in the name of a suspended agent, but not of one below the tier.
  authorizeAgent("relay.route", caller.kind === "provider" ? source : { tier: source.tier });
}

/** Returns the score of the first agent, 0 without any. */
const bestScoreOf = ({ eligible }: Routed) => eligible[0]?.p ?? 0;

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
  await assertSourceMayRoute(ctx, srcDid);
  const routed = await findFor(ctx, intent, srcDid);
  const decision = decide(ctx, intent, routed, limit);
  const described = await describeTarget(ctx, decision);
  const { traceId } = await appendEvent(ctx.db, {
    traceId: traceIdFor(input.trace_id, traceparent),
    srcDid,
    dstDid: decision.target?.did,
    intent,
    routing: {
      match: decision.match,
      decision: { ...decision },
      semanticScore: bestScoreOf(routed),
      threshold: decision.threshold,
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
  const routed = await findFor(ctx, intent, srcDid);
  const matching = routed.eligible.filter(({ level }) => level === "fits");
  const chosen = await selectEligible(matching.map(({ did }) => did));
  const target = matching.find(({ did }) => chosen.has(did));
  const reason = target ? "Chosen by the text of a message." : "No agent fits the text of a message.";
  const found = decide(ctx, intent, { ...routed, eligible: target ? [target] : [] });
  // The reasons of the others contain words of the message.
  const decision = { ...found, reason, candidates: found.candidates.map((candidate) => ({ ...candidate, reason })) };
  await appendEvent(ctx.db, {
    traceId,
    srcDid,
    dstDid: target?.did,
    intent: recordedAs,
    routing: {
      match: decision.match,
      decision,
      semanticScore: bestScoreOf(routed),
      threshold: decision.threshold,
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
  return describeTarget(ctx, decide(ctx, intent, await findFor(ctx, intent), limit));
}
