import { cursorAfter } from "@/lib/http/cursor";
import { BUSY_AGENT } from "./history";
import type { Asked } from "./load";

/** The goal of a figure: at least, or at most. */
export type Goal = { least: number } | { most: number };

/** Ids of a site for its requests. */
export interface Facts {
  token: string;
  /** An agent that is there. */
  did: string;
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

/** All load has one address, for which one page is rendered at a time and four wait. */
export const PAGE_READERS = 4;

/** What a browser sends. */
const PAGE = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br" };
/** Where the number of a new agent or text stands in a request. */
export const NUMBER = "#########";
export const ANCHOR = { did: "did:bench:s1:atlas", kind: "note", payload: { text: "the quick brown fox" } };
export const RECORD = {
  did: `did:bench:s1:agent-${NUMBER}`,
  provider: "Meridian Labs",
  capabilities: ["translate.text", "summarise.text"],
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

export const authorised = ({ token }: Pick<Facts, "token">) => ({ Authorization: `Bearer ${token}` });

/** A change of an agent, after which no response that shows agents may be used again. */
export const change = (facts: Pick<Facts, "token" | "did">): Asked => ({
  path: `/api/agent/${encodeURIComponent(facts.did)}`,
  method: "PATCH",
  headers: authorised(facts),
  body: { model: `atlas-${NUMBER}` },
  numbered: NUMBER,
});
const event = (facts: Facts): Asked => ({
  path: "/api/relay/send",
  headers: authorised(facts),
  body: EVENT,
  status: 201,
});
export const anchor = (facts: Facts): Asked => ({
  path: "/api/memory/anchor",
  headers: authorised(facts),
  body: ANCHOR,
  status: 201,
});

const get = (path: string) => (): Asked => ({ path });
export const page = (path: string) => (): Asked => ({ path, headers: PAGE });
/** A read after a change of what it shows, so a kept response is of no use. */
const miss =
  (path: string, before: (facts: Facts) => Asked = change) =>
  (facts: Facts): Asked => ({ path, before: before(facts) });
const pageMiss = (path: string) => (facts: Facts) => ({ ...page(path)(), before: change(facts) });
/** A search with a text that was never searched for. */
export const searchOf = (path: string): Asked => ({ path: `${path}translate+contract+${NUMBER}`, numbered: NUMBER });

const agent = (facts: Facts) => miss(`/api/agents/${encodeURIComponent(facts.did)}`)(facts);
const directory = (query = "") => miss(`/api/agents/directory${query}`);

const FILTERED = { q: "granite", zone: "S1", limit: "50" };

const ENGINE: Goal = { least: 0.5 };

/** Reads after a change, on the embedded engine beside PostgreSQL. */
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
  (facts: Facts): Asked => ({ path: "/api/memory/query", headers: authorised(facts), body });

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
    asked: (facts) => directory(`?offset=${leastOfPage(facts, OFFSET)}`)(facts),
  },
  {
    work: "directory, last page",
    goal: { most: 5 },
    asked: (facts) => directory(`?offset=${leastOfPage(facts, Number.POSITIVE_INFINITY)}`)(facts),
  },
  { work: "facets", goal: GROWN, asked: miss("/api/agents/facets") },
  { work: "facets, broad q", goal: { most: 10 }, asked: miss("/api/agents/facets?q=granite") },
  {
    work: "inbox, 50 of a tenth of all events",
    goal: GROWN,
    asked: (facts) => ({ path: `/api/relay/inbox?did=${BUSY_AGENT}`, headers: authorised(facts) }),
  },
  {
    work: "replay, 20 events",
    goal: GROWN,
    asked: (facts) => miss(`/api/relay/replay/${facts.trace}`, event)(facts),
  },
  { work: "relay status", goal: GROWN, asked: miss("/api/relay/status", event) },
  { work: "newest anchors", goal: GROWN, asked: miss("/api/memory/anchors", anchor) },
  { work: "oldest anchors", goal: GROWN, asked: miss(`/api/memory/anchors?cursor=${OLDEST}`, anchor) },
  {
    work: "proof of an old anchor",
    goal: GROWN,
    asked: (facts) => miss(`/api/memory/anchors/${facts.anchor}/proof`, anchor)(facts),
  },
  { work: "anchors of another year", goal: GROWN, asked: query({ to: "2020-12-31" }) },
  { work: "anchors with a number", goal: GROWN, asked: query({ query: "742", kind: "note" }) },
  { work: "search for the beginning of a hash", goal: GROWN, asked: miss("/api/search?q=0123456789abcdef", anchor) },
];

/** What the callers of the memory test send in turn. */
export const MIX: ((facts: Facts) => Asked)[] = [
  get("/api/agents/directory?limit=20"),
  ({ did }) => ({ path: `/api/agents/${encodeURIComponent(did)}` }),
  get("/api/agents/directory?zone=S1"),
  get("/api/agents/directory?q=000742"),
  get("/api/leaderboard"),
  get("/api/relay/preview?intent=review+a+contract"),
  ({ trace }) => ({ path: `/api/relay/replay/${trace}` }),
  page("/agents"),
  ({ did }) => page(`/agents/${encodeURIComponent(did)}`)(),
  page("/"),
];
