import { type Tier, tierAtLeast } from "@/lib/identity/tiers";
import type { ExampleMatch } from "@/lib/search/examples/score";
import type { Answer, Found, Reason } from "@/lib/search/ranking/agent-index";
import type { MetTerm } from "@/lib/search/ranking/met";
import type { Match } from "../schema";

/** What the relay reads of the record of a found agent. */
export interface FoundRecord {
  did: string;
  name: string;
  tier: Tier;
  isListed: boolean;
  isDeprecated: boolean;
}

/** A found agent that may get intents. */
export interface Eligible extends Found, Pick<FoundRecord, "name" | "isDeprecated"> {}

/**
 * Returns the found agents to which the relay may route, in its order. Members need T1. Listed records need no tier, because
 * routing is discovery. Never the source itself. Deprecated agents come after all others that fit.
 * @param records by DID; an agent without a record was removed in the meantime
 */
export function selectEligible(
  found: readonly Found[],
  records: ReadonlyMap<string, FoundRecord>,
  srcDid: string | undefined,
): Eligible[] {
  const eligible = found.flatMap((each): Eligible[] => {
    const record = records.get(each.did);
    if (!record || each.did === srcDid || !(record.isListed || tierAtLeast(record.tier, "T1"))) return [];
    return [{ ...each, name: record.name, isDeprecated: record.isDeprecated }];
  });
  return eligible.toSorted((a, b) => groupOf(a) - groupOf(b));
}

function groupOf({ level, isDeprecated }: Eligible): number {
  if (level !== "fits") return 2;
  return isDeprecated ? 1 : 0;
}

/** How an agent was found, and why, in a phrase. */
export interface Explained {
  /** `syntactic`: by words that it says itself. `semantic`: by related words, or by examples that vectors found. */
  match: Exclude<Match, "none">;
  reason: string;
}

/** Explains an agent by its examples, if they decided, else by the words that it met. */
export function explain(
  { p, by }: Pick<Found, "p" | "by">,
  met: readonly MetTerm[],
  example: ExampleMatch | undefined,
  corrections: Answer["corrections"] = [],
): Explained {
  if (example && by === "examples")
    return { match: example.isSemantic ? "semantic" : "syntactic", reason: example.reason };
  const readAs = new Map(corrections.map(({ word, readAs: read }) => [word, read]));
  const termsMet = (...ways: MetTerm["how"][]) =>
    met.flatMap(({ term, how }) => (ways.includes(how) ? [quoted(readAs.get(term) ?? term)] : [])).join(", ");
  const said = termsMet("exact", "near");
  const related = termsMet("related", "name");
  const parts = [...(said ? [`has ${said}`] : []), ...(related ? [`has words related to ${related}`] : [])];
  const reason = p === 1 ? "named by the intent" : parts.join("; ") || "close to the intent as a whole";
  return { match: p === 1 || said ? "syntactic" : "semantic", reason };
}

const quoted = (word: string) => `“${word}”`;

/** Returns why no agent is chosen, in sentences. @param best the first eligible agent, which does not fit well enough */
export function reasonForNone(
  { reason, threshold, unsaid }: { reason: Reason; threshold: number; unsaid: readonly string[] },
  best: { name: string; score: number } | undefined,
): string {
  if (reason === "nothing asked") return "The intent has no word that tells what it asks for.";
  if (!best) return "No agent has skills that have anything in common with the intent.";
  const closest = `The best, ${best.name}, has a score of ${best.score}. The threshold is ${threshold}.`;
  if (reason === "not offered" && unsaid.length > 0) {
    return `No agent says anything like ${unsaid.map(quoted).join(", ")}. ${closest}`;
  }
  return `No agent fits well enough. ${closest}`;
}
