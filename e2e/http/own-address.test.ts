import { afterAll, beforeAll, expect, it } from "vitest";
import { Routes } from "@/lib/edge/routes";
import { PUBLIC_PAGES } from "@/lib/portal/public-pages";
import { GROUPS } from "@/lib/portal/reference";
import { type RunningServer, startServer } from "./start-server";

const HOST = "federation.example";
/** For programs. The rest is in the site map. */
const OTHERS = [
  ...["/openapi.json", "/llms.txt", "/robots.txt", "/releases.json", "/changelog.atom", "/incidents.atom"],
  ...["/.well-known/agent.json", "/.well-known/ard.json", "/.well-known/did.json", "/api/ard/agents?pageSize=3"],
  ...["/docs.md", "/agents.md", "/index.html.md", "/evidence/verify.mjs", "/evidence/recompute.mjs"],
];

let server: RunningServer;
beforeAll(async () => {
  const env = { SEED_DEMO: "1", PUBLIC_URL: `https://${HOST}`, RATE_LIMIT_REQUESTS: "100000" };
  server = await startServer({ env });
});
afterAll(() => server.cleanUp());

async function read(path: string): Promise<string> {
  const response = await fetch(server.url + path, { headers: { accept: "*/*" } });
  expect(response.status, path).toBe(200);
  return response.text();
}

/** How many pages of one kind are read: all are made by the same code. */
const OF_A_KIND = 2;

it("no text of an instance names another address than its own: pages, markdown, documents for programs", async () => {
  const map = await read("/sitemap.xml");
  const pages = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => new URL(address));
  expect(pages.length).toBeGreaterThan(50);
  expect(new Set(pages.map(({ host }) => host))).toEqual(new Set([HOST]));
  const routes = new Routes(PUBLIC_PAGES);
  const seen = new Map<string | undefined, number>();
  const paths = pages
    .map(({ pathname }) => pathname)
    .filter((path) => {
      const kind = routes.find(path)?.template;
      const number = seen.get(kind) ?? 0;
      seen.set(kind, number + 1);
      return number < OF_A_KIND;
    });
  const references = GROUPS.flatMap(({ name }) => [`/docs/${name}`, `/docs/${name}.md`]);
  const wrong: string[] = [];
  for (const path of [...paths, ...references, ...OTHERS]) {
    const [found] = /localhost|127\.0\.0\.1/.exec(await read(path)) ?? [];
    if (found !== undefined) wrong.push(`${path}: ${found}`);
  }
  expect(wrong).toEqual([]);
});
