import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer, freshAddress, TRUST_LOOPBACK, visitorOf } from "../http/visitor";
import { ATTACKS, leaveUnread, type Statuses, UNREAD } from "./programs";

// An attack runs from some addresses, within and beyond their limits. Meanwhile no other caller gets an error.
// How long others wait is measured by `npm run bench -- attacks`, on a quiet machine.
const WINDOW_SECONDS = 2;
let server: RunningServer;
let operatorToken: string;
beforeAll(async () => {
  const short = { RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS), READING_PERCENT: "30" };
  server = await startServer({ env: { ...TRUST_LOOPBACK, SEED_DEMO: "1", EMBEDDER: "auto", ...short } });
  operatorToken = await server.operatorToken();
  for (const { prepare } of ATTACKS) await prepare?.(server.url, operatorToken);
  // The operator has its whole allowance again.
  await sleep(WINDOW_SECONDS * 1_000);
});
afterAll(() => server.cleanUp());

/** What others do meanwhile. */
const OTHERS = [
  () => visitorOf(server.url)("/health"),
  () => visitorOf(server.url)("/livez"),
  () => visitorOf(server.url)(`/agents?q=${freshAddress()}`, { headers: { accept: "text/html" } }),
  () => visitorOf(server.url)(`/api/agents/search?q=${freshAddress()}`),
  () => visitorOf(server.url)("/console/sign-in", { headers: { accept: "text/html" } }),
  () =>
    visitorOf(server.url)("/api/memory/anchor", {
      method: "POST",
      headers: bearer(operatorToken),
      body: { agent_did: "did:fed:s1:atlas", payload: { at: freshAddress() } },
    }),
];
const EXPECTED = [200, 200, 200, 200, 200, 201];
/** How often each of them is done, so the attack also reaches its limits. */
const TIMES = 2;

describe.each(ATTACKS)("during an attack by $name", ({ run }) => {
  it("every other caller is served", async () => {
    let isOver = false;
    const statuses: Statuses = new Map();
    const addresses = [1, 2, 3, 4].map(freshAddress);
    const attacking = run({ url: server.url, addresses, statuses, isOver: () => isOver });
    try {
      // The attack does run. Charges and refusals are tested in lib/edge/{meter,turns,connections}.test.ts.
      await expect.poll(() => statuses.get(run === leaveUnread ? UNREAD : 200)).toBeGreaterThan(0);
      for (let time = 0; time < TIMES; time++) {
        const answers = await Promise.all(OTHERS.map((ask) => ask()));
        expect(answers.map(({ status }) => status)).toEqual(EXPECTED);
      }
    } finally {
      isOver = true;
      await attacking;
    }
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  });
});
