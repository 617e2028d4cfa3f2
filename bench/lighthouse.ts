// Lighthouse over the main pages, on a register of 1,000 agents. Prints each category's score; fails below 95.
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { startServer } from "../e2e/http/start-server";
import { findBrowser } from "../scripts/browser.mjs";

const AGENTS = 1_000;
const AT_ONCE = 8;
const GOAL = 95;
const PAGES = ["/", "/agents", "/agents/did:demo:s2:glossa", "/leaderboard"];
const FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

async function fill(url: string, token: string): Promise<void> {
  const numbers = Array.from({ length: AGENTS }, (_, n) => n);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = numbers.pop(); n !== undefined; n = numbers.pop()) {
        const body = { did: `did:fed:s${n % 5}:agent-${n}`, role: `role ${n % 12}`, model: `model-${n % 20}` };
        await fetch(`${url}/api/agent/register`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
      }
    }),
  );
}

const server = await startServer({ env: { SEED_DEMO: "1", RATE_LIMIT_REQUESTS: "1000000" } });
const chrome = await launch({ chromePath: findBrowser() ?? "", chromeFlags: FLAGS });
let worst = 100;
try {
  await fill(server.url, await server.operatorToken());
  for (const path of PAGES) {
    for (const formFactor of ["mobile", "desktop"] as const) {
      const flags = { port: chrome.port, logLevel: "error" } as const;
      const result = await lighthouse(server.url + path, flags, formFactor === "desktop" ? desktopConfig : undefined);
      const categories = Object.values(result?.lhr.categories ?? {});
      const scores = categories.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)] as const);
      worst = Math.min(worst, ...scores.map(([, score]) => score));
      console.log(path, formFactor, Object.fromEntries(scores));
      const failed = Object.values(result?.lhr.audits ?? {}).filter(
        (audit) => audit.score !== null && audit.score < 0.9,
      );
      for (const { id, displayValue = "" } of failed) console.log(`    ${id} ${displayValue}`);
    }
  }
} finally {
  chrome.kill();
  await server.cleanUp();
}
process.exit(worst >= GOAL ? 0 : 1);
