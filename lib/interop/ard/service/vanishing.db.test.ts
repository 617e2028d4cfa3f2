import { beforeEach, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { AgentSearchQuery } from "@/lib/features/directory/search-schema";
import { searchAgents } from "@/lib/features/directory/service/search-agents";
import { ListQuery, SearchRequest } from "../schema";
import { didOf, ORIGIN } from "../testing/members";
import { listArd } from "./list";
import { searchArd } from "./search";

vi.stubEnv("PUBLIC_URL", ORIGIN);
const database = testDatabase();
let ctx: Context;
const dids = Array.from({ length: 7 }, (_, n) => `did:fed:s1:loom-${n}`);
beforeEach(async () => {
  ctx = systemContext(database());
  await ensureSigningKey(database(), undefined, new Date());
  for (const did of dids) {
    const wasWithdrawn = await withdrawAgent(ctx, { did, withdrawn: false, reason: "" }).catch(() => null);
    if (!wasWithdrawn) await registerAgent(ctx, { did, name: did.slice(-6), description: "Weaves carpets by hand." });
  }
});

interface Part {
  found: string[];
  next: string | undefined;
}
const q = "weave carpets";
const READS: Record<string, (cursor: string | undefined) => Promise<Part>> = {
  "the search": async (cursor) => {
    const { agents, next_cursor: next } = await searchAgents(ctx, AgentSearchQuery.parse({ q, limit: 2, cursor }));
    return { found: agents.map(({ did }) => did), next };
  },
  "the search in another order": async (cursor) => {
    const query = AgentSearchQuery.parse({ q, limit: 2, cursor, sort: "name" });
    const { agents, next_cursor: next } = await searchAgents(ctx, query);
    return { found: agents.map(({ did }) => did), next };
  },
  "ARD's search": async (pageToken) => {
    const request = SearchRequest.parse({ query: { text: q }, pageSize: 2, pageToken });
    const { results, pageToken: next } = await searchArd(ctx, request, ORIGIN);
    return { found: results.map(didOf), next };
  },
  "ARD's list": async (pageToken) => {
    const { items, pageToken: next } = await listArd(ctx, ListQuery.parse({ pageSize: 2, pageToken }), ORIGIN);
    return { found: items.map(didOf), next };
  },
};

it.each(Object.entries(READS))("%s skips no agent if one is withdrawn between two pages", async (_, read) => {
  const first = await read(undefined);
  const second = await read(first.next);
  // The first, and the last one before the next page.
  const gone = [first.found[0] ?? "", second.found.at(-1) ?? ""];
  for (const did of gone) await withdrawAgent(ctx, { did, withdrawn: true, reason: "" });
  const seen = [...first.found, ...second.found];
  for (let { next } = second; next !== undefined && seen.length < 20; ) {
    const page = await read(next);
    seen.push(...page.found);
    ({ next } = page);
  }
  expect(seen.toSorted()).toEqual(dids);
});
