import type { Context } from "@/lib/authority/context";
import { rankAgents } from "@/lib/features/agents/service/rank-agents";
import { getAgent } from "@/lib/features/agents/service/read";
import { readAgents } from "@/lib/features/agents/service/read-agents";
import { findEntries } from "@/lib/features/anchors/service/browse";
import { findAudit } from "@/lib/features/council/service/read";
import { readingOf } from "@/lib/features/directory/explain";
import { stateOfDisputes } from "@/lib/features/disputes/view";
import { listNewestIncidents } from "@/lib/features/incidents/service/browse";
import { findByStems } from "@/lib/features/incidents/service/find";
import { getIncident } from "@/lib/features/incidents/service/read";
import { replayTrace } from "@/lib/features/relay/service/replay";
import { listReleases } from "@/lib/features/releases/service";
import { findRfc, findRfcs } from "@/lib/features/rfcs/service/read";
import { ServiceError } from "@/lib/foundation/errors";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { findPortalPages, type PortalPage } from "../portal-pages";
import { interpretQuery, orderResults, type QueryReadings } from "../rules";
import type { SearchAnswer, SearchHit, SearchQuery } from "../schema";
import * as view from "../view";
import { findTexts } from "./find-texts";

/** Reads one thing as a list, which is empty if the thing does not exist. */
async function ifThere<T>(reading: Promise<T | null>): Promise<T[]> {
  try {
    const found = await reading;
    return found === null ? [] : [found];
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "notFound") return [];
    throw error;
  }
}

type Numbered = NonNullable<QueryReadings["number"]>;
const meansKind = (number: Numbered, kind: Numbered["kind"]) => number.kind === undefined || number.kind === kind;

/** Finds the things that the text names by DID, number or id. */
async function findNamed(ctx: Context, meanings: QueryReadings): Promise<SearchHit[]> {
  const { did, number, audit, trace } = meanings;
  const named: Promise<SearchHit[]>[] = [];
  if (did) {
    named.push(ifThere(getAgent(ctx, { did })).then((found) => found.map(view.agentResult)));
  }
  if (number && meansKind(number, "incident")) {
    const incident = ifThere(getIncident(ctx, { id: String(number.value) }));
    named.push(
      incident.then((found) =>
        found.map((one) => view.incidentResult({ ...one, dispute: stateOfDisputes(one.disputes) })),
      ),
    );
  }
  if (number && meansKind(number, "rfc")) {
    named.push(ifThere(findRfc(ctx, number.value)).then((found) => found.map(view.rfcResult)));
  }
  if (number && meansKind(number, "entry")) {
    const entries = findEntries(ctx, String(number.value), ANCHOR_LOG);
    // Eight digits may also be a prefix of a hash.
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

async function findInLogs(ctx: Context, { entry }: QueryReadings): Promise<SearchHit[]> {
  if (entry === undefined) return [];
  const found = await Promise.all(([ANCHOR_LOG, COUNCIL_LOG] as const).map((log) => findEntries(ctx, entry, log)));
  return found.flat().map(view.entryResult);
}

/** Finds the agents that fit or may fit the text, whose last word may be incomplete. */
async function findAgents(ctx: Context, text: string, most: number) {
  const answer = await rankAgents(ctx, text, { limit: most });
  const { matches, asked, reason } = answer;
  const agents = await readAgents(
    ctx,
    matches.map(({ did }) => did),
  );
  const results = matches.flatMap((match) => {
    const agent = agents.get(match.did);
    return agent ? [view.rankedResult(agent, match, asked)] : [];
  });
  return { results, reading: { reason, ...readingOf(answer) } };
}

/** Finds things with the text in their title or text, and incidents with its words in any English form. */
async function findSaying(ctx: Context, words: string | undefined, most: number): Promise<SearchHit[]> {
  if (words === undefined) return [];
  const found = await Promise.all([
    listNewestIncidents(ctx, { q: words }, most).then((list) => list.map(view.incidentResult)),
    findByStems(ctx, words, most).then((list) =>
      list.map((each) => ({ ...view.incidentResult(each), match: "words" as const })),
    ),
    findRfcs(ctx, words, most).then((list) => list.map(view.rfcResult)),
  ]);
  return found.flat();
}

async function findReleases(ctx: Context, text: string): Promise<SearchHit[]> {
  const { releases } = await listReleases(ctx);
  return releases.filter(({ version, tag }) => `${tag} v${version}`.includes(text)).map(view.releaseResult);
}

/** Returns whether the text is the complete id of a log entry or a release. */
const isNamed = ({ kind, id, about }: SearchHit, text: string): boolean =>
  kind === "entry" ? [id, about].includes(text.toLowerCase()) : text.replace(/^v/, "") === id;

/**
 * Searches everything public for a text. Each look-up uses an index or a limited list.
 * @param docs the pages of the reference, which are found like the portal's own
 */
export async function search(
  ctx: Context,
  { q = "", limit }: SearchQuery,
  docs: readonly PortalPage[] = [],
): Promise<SearchAnswer> {
  const meanings = interpretQuery(q);
  const { text, words, question } = meanings;
  const generated_at = ctx.clock().toISOString();
  if (text === "") return { q: "", exact: [], groups: [], generated_at };
  const [named, entries, agents, saying, releases, texts] = await Promise.all([
    findNamed(ctx, meanings),
    findInLogs(ctx, meanings),
    findAgents(ctx, text, limit + 1),
    findSaying(ctx, words, limit + 1),
    findReleases(ctx, text),
    findTexts(ctx, question, { most: limit + 1, docs }),
  ]);
  const looked = [...entries, ...releases];
  const exact = [...named, ...looked.filter((result) => isNamed(result, text))];
  const found = [...saying, ...looked, ...findPortalPages(text).map(view.pageResult)];
  const others = [...agents.results, ...found, ...texts];
  return { q: text, ...orderResults({ exact, others }, limit), agents: agents.reading, generated_at };
}
