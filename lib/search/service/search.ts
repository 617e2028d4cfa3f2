import { getAgent } from "@/lib/agents/service/read";
import { firstByMeaning, firstByWords } from "@/lib/agents/service/search-agents";
import { findEntries } from "@/lib/anchors/service/browse";
import type { Context } from "@/lib/context";
import { findAudit } from "@/lib/council/service/read";
import { ServiceError } from "@/lib/errors";
import { newestIncidents } from "@/lib/incidents/service/browse";
import { getIncident } from "@/lib/incidents/service/read";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { replayTrace } from "@/lib/relay/service/replay";
import { listReleases } from "@/lib/releases/service";
import { findRfc, findRfcs } from "@/lib/rfcs/service/read";
import { type Place, placesFor } from "../pages";
import { type Meanings, meaningsOf, orderResults } from "../rules";
import type { SearchAnswer, SearchQuery, SearchResult } from "../schema";
import * as view from "../view";
import { findNear } from "./near";

/** What is read of one thing, as a list: empty where there is no such thing. */
async function ifThere<T>(reading: Promise<T | null>): Promise<T[]> {
  try {
    const found = await reading;
    return found === null ? [] : [found];
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "notFound") return [];
    throw error;
  }
}

type Numbered = NonNullable<Meanings["number"]>;
const meansKind = (number: Numbered, kind: Numbered["kind"]) => number.kind === undefined || number.kind === kind;

/** What the text names by DID, number or id. */
async function findNamed(ctx: Context, meanings: Meanings): Promise<SearchResult[]> {
  const { did, number, audit, trace } = meanings;
  const named: Promise<SearchResult[]>[] = [];
  if (did) {
    const agent = ifThere(getAgent(ctx, { did }));
    named.push(agent.then((found) => found.map((one) => view.agentResult({ ...one, trustTier: one.trust_tier }))));
  }
  if (number && meansKind(number, "incident")) {
    const incident = ifThere(getIncident(ctx, { id: String(number.value) }));
    named.push(incident.then((found) => found.map(view.incidentResult)));
  }
  if (number && meansKind(number, "rfc")) {
    named.push(ifThere(findRfc(ctx, number.value)).then((found) => found.map(view.rfcResult)));
  }
  if (number && meansKind(number, "entry")) {
    const entries = findEntries(ctx, String(number.value), ANCHOR_LOG);
    // Eight digits may also begin a hash.
    const numbered = entries.then((found) => found.filter(({ seq }) => seq === number.value));
    named.push(numbered.then((found) => found.map(view.entryResult)));
  }
  if (audit) named.push(ifThere(findAudit(ctx, audit)).then((found) => found.map(view.auditResult)));
  if (trace) {
    const start = ifThere(replayTrace(ctx, { trace_id: trace, limit: 1, after: 0 }));
    named.push(start.then((found) => found.map(({ trace_id, count }) => view.traceResult(trace_id, count))));
  }
  return (await Promise.all(named)).flat();
}

/** Entries of the logs, by id, by hash or by its beginning. */
async function findInLogs(ctx: Context, { entry }: Meanings): Promise<SearchResult[]> {
  if (entry === undefined) return [];
  const found = await Promise.all(([ANCHOR_LOG, COUNCIL_LOG] as const).map((log) => findEntries(ctx, entry, log)));
  return found.flat().map(view.entryResult);
}

/** What has the text in its name, title or text. */
async function findSaying(ctx: Context, words: string | undefined, most: number): Promise<SearchResult[]> {
  if (words === undefined) return [];
  const found = await Promise.all([
    firstByWords(ctx, words, most).then((list) => list.map(view.agentResult)),
    newestIncidents(ctx, { q: words }, most).then((list) => list.map(view.incidentResult)),
    findRfcs(ctx, words, most).then((list) => list.map(view.rfcResult)),
  ]);
  return found.flat();
}

/** Releases that have the text in their version or tag. */
async function findReleases(ctx: Context, text: string): Promise<SearchResult[]> {
  const { releases } = await listReleases(ctx);
  return releases.filter(({ version, tag }) => `${tag} v${version}`.includes(text)).map(view.releaseResult);
}

/** Whether the text is the whole of what a log's entry or a release is known by. */
const isNamed = ({ kind, id, about }: SearchResult, text: string): boolean =>
  kind === "entry" ? [id, about].includes(text.toLowerCase()) : text.replace(/^v/, "") === id;

/**
 * Looks a text up in everything that is public. Each look-up goes by an index, or through a list that is bounded.
 * @param docs the pages of the reference, which are found like the portal's own
 */
export async function search(
  ctx: Context,
  { q = "", limit }: SearchQuery,
  docs: readonly Place[] = [],
): Promise<SearchAnswer> {
  const meanings = meaningsOf(q);
  const { text, words } = meanings;
  const generated_at = ctx.clock().toISOString();
  if (text === "") return { q: "", exact: [], groups: [], generated_at };
  const [named, entries, saying, releases, near] = await Promise.all([
    findNamed(ctx, meanings),
    findInLogs(ctx, meanings),
    findSaying(ctx, words, limit + 1),
    findReleases(ctx, text),
    findNear(ctx, words, { most: limit + 1, docs }),
  ]);
  const looked = [...entries, ...releases];
  const exact = [...named, ...looked.filter((result) => isNamed(result, text))];
  const found = [...saying, ...looked, ...placesFor(text).map(view.placeResult)];
  const isEmpty = exact.length + found.length === 0 && words !== undefined;
  const agents = isEmpty ? (await firstByMeaning(ctx, words, limit)).map(view.nearResult) : [];
  const others = [...found, ...agents, ...near];
  return { q: text, ...orderResults({ exact, others }, limit), generated_at };
}
