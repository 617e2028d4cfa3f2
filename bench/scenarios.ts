import type { Context } from "@/lib/authority/context";
import { getAgent } from "@/lib/features/agents/service/read";
import { MAX_BATCH_ANCHORS } from "@/lib/features/anchors/schema";
import { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { listDirectory } from "@/lib/features/directory/service/list";
import { cursorAfter } from "@/lib/http/cursor";
import type { Verb } from "./bare-server";
import { BUSY_AGENT } from "./history";
import type { Asked } from "./load";

/** The goal of a figure: at least, or at most. */
export type Goal = { least: number } | { most: number };

/** Ids of a site for its requests. */
export interface Facts {
  token: string;
  /** An agent that is there. */
  did: string;
  /** A trace that has events. */
  trace: string;
  /** The id of an old anchor; "" where the site has none. */
  anchor: string;
  agents: number;
}

export interface Scenario {
  work: string;
  goal?: Goal;
  asked: (facts: Facts) => Asked;
}

type BareWork =
  /** The bytes that the service sends. */
  | "bytes"
  /** The statements of the verb, then their rows as JSON or the bytes that the service sends. */
  | { run: (ctx: Context, facts: Facts) => Promise<unknown>; sends: "rows" | "bytes" }
  /** The service's own functions for the token and this verb. */
  | { verb: Verb }
  /** The service again, with another request. */
  | { service: (facts: Facts) => Asked; callers: number; name: string };

/** The service's work beside that of another. The figure is its rate over the other's. */
export interface Comparison extends Scenario {
  goal: Goal;
  callers: number;
  against: BareWork;
  /** Number of operations per request, if it is more than one. */
  things?: number;
}

const READERS = 8;
/** All load has one address, for which one page is rendered at a time and four wait. */
export const PAGE_READERS = 4;
const WRITERS = 32;
const BATCH_CALLERS = 4;

/** A foreign cookie. Requests with a cookie are never served from the cache. */
const MISS = { Cookie: "x=1" };
/** What a browser sends. */
const PAGE = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" };

const get = (path: string) => (): Asked => ({ path });
const miss = (path: string) => (): Asked => ({ path, headers: MISS });
const page = (path: string) => (): Asked => ({ path, headers: PAGE });
const pageMiss = (path: string) => (): Asked => ({ path, headers: { ...PAGE, ...MISS } });

const agent = ({ did }: Facts) => miss(`/api/agents/${encodeURIComponent(did)}`)();
const directory = (query = "") => miss(`/api/agents/directory${query}`);

const FILTERED = { q: "granite", zone: "S1", limit: "50" };

const AUTHORISED = ({ token }: Facts) => ({ Authorization: `Bearer ${token}` });
const ANCHOR = { did: "did:bench:s1:atlas", kind: "note", payload: { text: "the quick brown fox" } };
/** Where the number of a new agent stands in its DID. */
const NUMBER = "#########";
const AGENT = {
  did: `did:bench:s1:agent-${NUMBER}`,
  provider: "Meridian Labs",
  capabilities: ["translate.text", "summarise.text"],
};
const RECORD = {
  ...AGENT,
  name: "Agent",
  model: "atlas-2",
  role: "translator",
  runtime_type: "service",
  skills: ["Translate Polish to English", "Summarise a contract"],
};
const EVENT = {
  src_did: "did:bench:s1:atlas",
  dst_did: "did:bench:s1:scribe",
  intent: "summarise a contract",
  payload: { text: "the quick brown fox" },
};

/** A POST that each request makes a new agent with. */
const creating =
  (path: string, body: unknown) =>
  (facts: Facts): Asked => ({
    path,
    headers: AUTHORISED(facts),
    body,
    numbered: NUMBER,
    status: 201,
  });
const join = creating("/api/agent/join", AGENT);
const register = creating("/api/agent/register", RECORD);
const event = (facts: Facts): Asked => ({
  path: "/api/relay/send",
  headers: AUTHORISED(facts),
  body: EVENT,
  status: 201,
});
export const anchor = (facts: Facts): Asked => ({
  path: "/api/memory/anchor",
  headers: AUTHORISED(facts),
  body: ANCHOR,
  status: 201,
});
const anchors = (facts: Facts): Asked => ({
  path: "/api/memory/anchors",
  headers: AUTHORISED(facts),
  body: { anchors: Array(MAX_BATCH_ANCHORS).fill(ANCHOR) },
  status: 201,
});

export const READS: Comparison[] = [
  {
    work: "cached read, 10 kB",
    goal: { least: 0.4 },
    callers: READERS,
    asked: get("/api/agents/directory?limit=20"),
    against: "bytes",
  },
  { work: "/livez", goal: { least: 0.25 }, callers: READERS, asked: get("/livez"), against: "bytes" },
  {
    work: "one agent, miss",
    goal: { least: 0.45 },
    callers: READERS,
    asked: agent,
    against: { run: (ctx, { did }) => getAgent(ctx, { did }), sends: "bytes" },
  },
  {
    work: "directory, 50 rows, q and zone, miss",
    goal: { least: 0.7 },
    callers: READERS,
    asked: directory(`?${new URLSearchParams(FILTERED)}`),
    against: { run: (ctx) => listDirectory(ctx, DirectoryQuery.parse(FILTERED)), sends: "rows" },
  },
  {
    work: "page /agents, cached",
    goal: { least: 0.25 },
    callers: PAGE_READERS,
    asked: page("/agents"),
    against: "bytes",
  },
];

const POST: Goal = { least: 0.5 };

export const WRITES: Comparison[] = [
  { work: "POST anchor, 32 callers", goal: POST, callers: WRITERS, asked: anchor, against: { verb: "anchor" } },
  { work: "POST send, 32 callers", goal: POST, callers: WRITERS, asked: event, against: { verb: "send" } },
  { work: "POST join, 32 callers", goal: POST, callers: WRITERS, asked: join, against: { verb: "join" } },
  { work: "POST register, 32 callers", goal: POST, callers: WRITERS, asked: register, against: { verb: "register" } },
  {
    work: `anchors in batches of ${MAX_BATCH_ANCHORS}, over single POSTs`,
    goal: { least: 10 },
    callers: BATCH_CALLERS,
    things: MAX_BATCH_ANCHORS,
    asked: anchors,
    against: { service: anchor, callers: WRITERS, name: "single POSTs" },
  },
];

const JSON_CPU: Goal = { most: 5 };
const PAGE_CPU: Goal = { most: 25 };

/** CPU milliseconds of the service's process for an anonymous request. */
export const CPU: Scenario[] = [
  { work: "one agent", goal: JSON_CPU, asked: agent },
  { work: "directory, 50 rows", goal: JSON_CPU, asked: directory() },
  { work: "directory, 50 rows, q and zone", goal: JSON_CPU, asked: directory(`?${new URLSearchParams(FILTERED)}`) },
  { work: "leaderboard", goal: JSON_CPU, asked: miss("/api/leaderboard") },
  { work: "page /", goal: PAGE_CPU, asked: pageMiss("/") },
  { work: "page /agents", goal: PAGE_CPU, asked: pageMiss("/agents") },
  {
    work: "page of an agent",
    goal: PAGE_CPU,
    asked: ({ did }) => pageMiss(`/agents/${encodeURIComponent(did)}`)(),
  },
  { work: "page /incidents", goal: PAGE_CPU, asked: pageMiss("/incidents") },
  { work: "page /traces", asked: pageMiss("/traces") },
  { work: "page of a trace, 20 events", asked: ({ trace }) => pageMiss(`/traces/${trace}`)() },
  { work: "replay, 20 events", asked: ({ trace }) => miss(`/api/relay/replay/${trace}`)() },
  { work: "preview of a route", asked: miss("/api/relay/preview?intent=review+a+contract") },
  { work: "smoke", asked: miss("/api/system/smoke") },
];

const ENGINE: Goal = { least: 0.5 };

/** Misses on the embedded engine beside those on PostgreSQL. */
export const ENGINES: Scenario[] = [
  { work: "one agent", goal: ENGINE, asked: agent },
  { work: "directory, 50 rows", goal: ENGINE, asked: directory() },
  { work: "directory, selective q", goal: ENGINE, asked: directory("?q=000742") },
  { work: "directory, 50 rows, q and zone", goal: ENGINE, asked: directory(`?${new URLSearchParams(FILTERED)}`) },
  { work: "page /agents", goal: ENGINE, asked: pageMiss("/agents") },
];

const GROWN: Goal = { most: 3 };
const OFFSET = 100_000;
/** Behind all but the oldest hundred anchors. */
const OLDEST = cursorAfter(101);

const leastOfPage = ({ agents }: Facts, offset: number) => Math.min(offset, agents - 50);

const query =
  (body: unknown) =>
  (facts: Facts): Asked => ({ path: "/api/memory/query", headers: AUTHORISED(facts), body });

/**
 * Beside its agents a site has ten relay events for each, a tenth of them in one inbox, and one anchor for each. The
 * selective search finds one agent whatever their number; the broad one a twelfth of them.
 */
export const GROWTH: Scenario[] = [
  { work: "one agent", goal: GROWN, asked: agent },
  { work: "directory", goal: GROWN, asked: directory() },
  { work: "directory, one zone", goal: GROWN, asked: directory("?zone=S1") },
  { work: "directory, selective q", goal: GROWN, asked: directory("?q=000742") },
  { work: "directory, broad q", goal: { most: 10 }, asked: directory("?q=granite") },
  { work: "directory, broad q and zone", goal: { most: 10 }, asked: directory("?q=granite&zone=S1") },
  {
    work: "directory, offset 100,000 or the last page",
    goal: { most: 5 },
    asked: (facts) => directory(`?offset=${leastOfPage(facts, OFFSET)}`)(),
  },
  {
    work: "directory, last page",
    goal: { most: 5 },
    asked: (facts) => directory(`?offset=${leastOfPage(facts, Number.POSITIVE_INFINITY)}`)(),
  },
  { work: "facets", goal: GROWN, asked: miss("/api/agents/facets") },
  { work: "facets, broad q", goal: { most: 10 }, asked: miss("/api/agents/facets?q=granite") },
  {
    work: "inbox, 50 of a tenth of all events",
    goal: GROWN,
    asked: (facts) => ({ path: `/api/relay/inbox?did=${BUSY_AGENT}`, headers: AUTHORISED(facts) }),
  },
  { work: "replay, 20 events", goal: GROWN, asked: ({ trace }) => miss(`/api/relay/replay/${trace}`)() },
  { work: "relay status", goal: GROWN, asked: miss("/api/relay/status") },
  { work: "newest anchors", goal: GROWN, asked: miss("/api/memory/anchors") },
  { work: "oldest anchors", goal: GROWN, asked: miss(`/api/memory/anchors?cursor=${OLDEST}`) },
  { work: "proof of an old anchor", goal: GROWN, asked: ({ anchor }) => miss(`/api/memory/anchors/${anchor}/proof`)() },
  { work: "anchors of another year", goal: GROWN, asked: query({ to: "2020-12-31" }) },
  { work: "anchors with a number", goal: GROWN, asked: query({ query: "742", kind: "note" }) },
  { work: "search for the beginning of a hash", goal: GROWN, asked: miss("/api/search?q=0123456789abcdef") },
];

/** What the callers of the memory test send in turn. */
export const MIX: ((facts: Facts) => Asked)[] = [
  get("/api/agents/directory?limit=20"),
  agent,
  directory("?zone=S1"),
  directory("?q=000742"),
  miss("/api/leaderboard"),
  miss("/api/relay/preview?intent=review+a+contract"),
  ({ trace }) => miss(`/api/relay/replay/${trace}`)(),
  pageMiss("/agents"),
  ({ did }) => pageMiss(`/agents/${encodeURIComponent(did)}`)(),
  page("/"),
];
