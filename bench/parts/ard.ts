import { measure, type Player } from "../measure";
import { type Part, USUAL } from "../part";
import { medianRatio } from "../rounds";
import type { SiteKey } from "../site";

/** With a public address each entry carries a signed statement. */
const SITE: SiteKey = {
  ...USUAL,
  agents: Number(process.env["AGENTS"] ?? USUAL.agents),
  settings: { PUBLIC_URL: "https://fed.example" },
};
const PAGE = 10;

/** Words that one agent has, that many have, and that none has together, so that meaning decides. */
const TEXTS = ["glossa", "translate", "something that translates contracts", "granite 42"];

/** A search by ARD beside the service's own. */
export const ard: Part = async ({ load, site, add }) => {
  const { service: server } = await site(SITE);
  for (const text of TEXTS) {
    const body = { query: { text }, federation: "none", pageSize: PAGE };
    const path = `/api/agents/search?q=${encodeURIComponent(text)}&limit=${PAGE}`;
    const players: Player[] = [
      { name: "ARD", server, asked: { path: "/api/ard/search", body }, callers: 1 },
      { name: "own", server, asked: { path }, callers: 1 },
    ];
    const played = await measure(load, players);
    const [byArd, own] = played.map(({ p50Milliseconds }) => p50Milliseconds);
    add(text, { most: 1.3 }, medianRatio(byArd ?? [], own ?? []), played);
  }
};
