import { type Context, requestScope } from "@/lib/authority/context";
import type { Agent } from "@/lib/features/agents/schema";
import { type AgentCounts, countAgents } from "@/lib/features/agents/service/read";
import { browseLog } from "@/lib/features/anchors/service/browse";
import type { JournalEntry } from "@/lib/features/council/schema";
import { readJournal } from "@/lib/features/council/service/journal";
import { listDirectory } from "@/lib/features/directory/service/list";
import { listOffers } from "@/lib/features/directory/service/list-offers";
import type { ShownRoute } from "@/lib/features/relay/route-schema";
import { Intent } from "@/lib/features/relay/schema";
import { listMostUsed, type UsedAgent } from "@/lib/features/relay/service/most-used";
import { showRoute } from "@/lib/features/relay/service/show-route";
import { countRoutings } from "@/lib/features/relay/service/status";
import type { SmokeResult } from "@/lib/features/status/schema";
import { recentSmoke } from "@/lib/features/status/service/smoke";
import type { Entry } from "@/lib/ledger/entry";
import { type PageRead, readForPage } from "./read-for-page";

export const USAGE_DAYS = 30;
const OFFERS = 5;
const CANDIDATES = 4;
const AGENTS = 4;
const ACTS = 5;
const ANCHORS = 4;

/** The data of the home page. Each part is read separately, so a failing part does not affect the others. */
export interface HomeRead {
  ask: PageRead<{ offers: string[]; shown: ShownRoute | null; isExample: boolean }>;
  counts: PageRead<AgentCounts>;
  relay: PageRead<{ routed: number; found: number }>;
  entries: PageRead<number>;
  smoke: PageRead<SmokeResult>;
  mostUsed: PageRead<UsedAgent[]>;
  newest: PageRead<Agent[]>;
  journal: PageRead<JournalEntry[]>;
  anchors: PageRead<Entry[]>;
}

/**
 * Routes the visitor's question, or the first offer as an example. The response to a visitor is not cached. An example
 * is cached only if the vector store was available, because no table shows when it becomes available again.
 */
async function readAsk(ctx: Context, asked: string) {
  const offers = await listOffers(ctx, { limit: OFFERS });
  const isExample = asked === "";
  const { data: intent } = Intent.safeParse(isExample ? offers[0] : asked);
  const shown = intent === undefined ? null : await showRoute(ctx, { intent, limit: CANDIDATES });
  if (!isExample || shown?.vector_store === "unavailable") requestScope().isUnannounced = true;
  return { offers, shown, isExample };
}

async function countEntries(ctx: Context): Promise<number> {
  const [anchors, acts] = await Promise.all(
    (["anchors", "council"] as const).map((log) => browseLog(ctx, { log, at: undefined, limit: 1 })),
  );
  return (anchors?.size ?? 0) + (acts?.size ?? 0);
}

/** Reads the home page. @param asked the visitor's question to the relay, or "" */
export async function readHome(asked: string): Promise<HomeRead> {
  const [ask, counts, relay, entries, smoke, mostUsed, newest, journal, anchors] = await Promise.all([
    readForPage((ctx) => readAsk(ctx, asked), "/"),
    readForPage(countAgents),
    readForPage((ctx) => countRoutings(ctx, { days: USAGE_DAYS })),
    readForPage(countEntries),
    readForPage(recentSmoke),
    readForPage((ctx) => listMostUsed(ctx, { limit: AGENTS, days: USAGE_DAYS })),
    readForPage(async (ctx) => {
      const { agents } = await listDirectory(ctx, { status: "active", sort: "newest", limit: AGENTS, offset: 0 });
      return agents;
    }),
    readForPage((ctx) => readJournal(ctx, { limit: ACTS })),
    readForPage(async (ctx) => (await browseLog(ctx, { log: "anchors", at: undefined, limit: ANCHORS })).entries),
  ]);
  return { ask, counts, relay, entries, smoke, mostUsed, newest, journal, anchors };
}
