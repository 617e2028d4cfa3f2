import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { offered } from "@/lib/database/offered";
import { agents } from "@/lib/database/schema/agents";
import { explainAgents, type RankedAgents, rankAgents } from "@/lib/features/agents/service/rank-agents";
import { readDetails } from "@/lib/features/agents/service/read";
import type { RoutePreview } from "../route-schema";
import { type Eligible, explain, reasonForNone, selectEligible } from "../rules/choose";

const DEFAULT_CANDIDATES = 5;
/** Found agents whose records are read. The others fit less than all of these. */
const MOST_READ = 100;

/** What the relay finds for an intent. */
export interface Routed {
  ranked: RankedAgents;
  /** The agents to which it may route, in its order. */
  eligible: Eligible[];
}

/** Finds the agents for an intent. @param srcDid the source, which is never found */
export async function findFor(ctx: Context, intent: string, srcDid?: string): Promise<Routed> {
  const ranked = await rankAgents(ctx, intent, { limit: 0 });
  const dids = ranked.found.slice(0, MOST_READ).map(({ did }) => did);
  const rows =
    dids.length === 0
      ? []
      : await ctx.db
          .select({
            did: agents.did,
            name: agents.name,
            tier: agents.trustTier,
            isListed: sql<boolean>`${agents.listed} is not null`,
            isDeprecated: sql<boolean>`${agents.deprecatedAt} is not null`,
          })
          .from(agents)
          .where(
            sql`${agents.did} in (select jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb)) and ${offered()}`,
          );
  const records = new Map(rows.map((row) => [row.did, row]));
  return { ranked, eligible: selectEligible(ranked.found, records, srcDid) };
}

/** A decision as the trace stores it. `describeTarget` adds the target's details for the response. */
export type Decision = Omit<RoutePreview, "target"> & { target: { did: string; name: string; score: number } | null };

/** Decides for the first eligible agent, if it fits, and explains each candidate. */
export function decide(
  ctx: Context,
  intent: string,
  { ranked, eligible }: Routed,
  limit = DEFAULT_CANDIDATES,
): Decision {
  const { corrections, examples, semantic, threshold } = ranked;
  const shown = eligible.slice(0, limit);
  const met = explainAgents(
    ctx,
    intent,
    shown.map(({ did }) => did),
  );
  const candidates = shown.map((each) => {
    const { did, name, p } = each;
    const { match, reason } = explain(each, met.get(did) ?? [], examples.get(did), corrections);
    return {
      ...{ did, name, score: rounded(p), fit: each.level, match },
      reason: each.isDeprecated ? `${reason}; deprecated, so others that fit come first` : reason,
    };
  });
  const [best] = candidates;
  const target = eligible[0]?.level === "fits" ? best : undefined;
  const note = semantic ? "" : " The vector store was unavailable, so agents were found by words alone.";
  return {
    match: target?.match ?? "none",
    target: target ? { did: target.did, name: target.name, score: target.score } : null,
    candidates,
    threshold,
    reason: (target?.reason ?? reasonForNone(ranked, best)) + note,
    vector_store: semantic ? "used" : "unavailable",
  };
}

/** Adds the details of the target's record, so the caller can call it. */
export async function describeTarget(ctx: Context, { target, ...decision }: Decision): Promise<RoutePreview> {
  const details = target && (await readDetails(ctx, target.did));
  return { ...decision, target: details && { ...target, ...details } };
}

const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
