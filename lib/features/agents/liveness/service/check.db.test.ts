import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { changes } from "@/lib/database/schema/change-feed";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { agentLiveness } from "@/lib/database/schema/liveness";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { conflict } from "@/lib/foundation/errors";
import { rankAgents } from "../../service/rank-agents";
import { getAgent } from "../../service/read";
import { updateAgent } from "../../service/update";
import { memberFixtures } from "../../testing/fixtures";
import { type AskCard, checkAgents } from "./check";
import { noteInboxRead } from "./note-inbox-read";
import { readOwnChecks } from "./read";

const database = testDatabase();
const { ctx, registered, actsOn } = memberFixtures(database);
const START = new Date();
const on = (hours: number) => ctx(new Date(START.getTime() + hours * 3_600_000));

const host = createServer((_, response) => respond(response));
let respond: (response: ServerResponse) => void = () => {};
let address = "";
beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.1/32:*");
  await once(host.listen(0, "127.0.0.1"), "listening");
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(() => database().delete(agentLiveness));

/** An agent whose host is proven; its name is its own, so that only it is found by it. */
async function member(more: Partial<typeof agents.$inferInsert> = {}) {
  const did = await registered();
  const endpoints = [{ protocol: "a2a" as const, url: `${address}/a2a` }];
  const proven = { publicKey: "k", provenKey: "k", domains: ["127.0.0.1"] };
  await database()
    .update(agents)
    .set({ endpoints, ...proven, ...more })
    .where(eq(agents.did, did));
  const choose = (liveness_checks: boolean | null, hours = 0) =>
    updateAgent(on(hours), { did, patch: { liveness_checks }, ifMatch: undefined });
  const aliveAt = async (hours: number) => (await getAgent(on(hours), { did })).liveness;
  const answering = async () => {
    const [row] = await database().select().from(agentLiveness).where(eq(agentLiveness.did, did));
    return row;
  };
  return { did, choose, aliveAt, answering };
}

const answers: AskCard = async () => undefined;
const silent: AskCard = async () => {
  throw conflict("The card did not answer.");
};

describe("the choice of checks", () => {
  it("is the owner's, on record, and ends with what earlier checks found", async () => {
    const { did, choose, aliveAt } = await member();
    expect(await checkAgents(on(0), answers)).toBe(0);
    expect(await choose(true)).toMatchObject({ liveness_checks: true, liveness: { step: "unknown" } });
    expect(await checkAgents(on(0), answers)).toBe(1);
    expect(await aliveAt(2)).toMatchObject({ step: "hours", answered_at: START.toISOString() });
    expect(await choose(null, 2)).toMatchObject({ liveness_checks: false, liveness: { step: "unknown" } });
    expect(await checkAgents(on(50), answers)).toBe(0);
    expect(await actsOn(did)).toEqual(["agent.updated", "agent.updated"]);
    const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, did));
    expect(act?.details).toMatchObject({ fields: ["liveness_checks"] });
  });

  it("is refused without a proven host, and a host that is lost later is not asked", async () => {
    const unproven = await member({ domains: ["elsewhere.example"] });
    await expect(unproven.choose(true)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("127.0.0.1"),
    });
    expect((await getAgent(on(0), unproven)).liveness_checks).toBe(false);
    const { did, choose, aliveAt } = await member();
    await choose(true);
    await database().update(agents).set({ domains: [] }).where(eq(agents.did, did));
    const ask = vi.fn(answers);
    expect(await checkAgents(on(0), ask)).toBe(1);
    expect(ask).not.toHaveBeenCalled();
    expect(await aliveAt(0)).toMatchObject({ step: "unknown", silent_since: START.toISOString() });
  });
});

describe("checkAgents", () => {
  it("asks each agent once about every 30 minutes, whatever number of instances look", async () => {
    const { choose } = await member();
    await choose(true);
    const ask = vi.fn(answers);
    const looks = (hours: number) => Promise.all(Array.from({ length: 6 }, () => checkAgents(on(hours), ask)));
    for (const hours of [0, 0.39, 0.61, 0.99]) await looks(hours);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("continues a check whose instance ended, and does not count the late result", async () => {
    const { choose, aliveAt } = await member();
    await choose(true);
    let end = () => {};
    let hung: Promise<number> | undefined;
    await new Promise<void>((begun) => {
      const answer = new Promise<never>((_, fail) => {
        end = () => fail(conflict("Too late."));
      });
      hung = checkAgents(on(0), () => {
        begun();
        return answer;
      });
    });
    expect(await checkAgents(on(0.05), answers)).toBe(0);
    expect(await checkAgents(on(0.1), answers)).toBe(1);
    end();
    await hung;
    const alive = await aliveAt(0.1);
    expect(alive.step).toBe("minutes");
    expect(alive).not.toHaveProperty("silent_since");
  });

  it("checks no suspended or withdrawn agent, and no demo agent", async () => {
    const chosen = await Promise.all([member(), member()]);
    for (const { choose } of chosen) await choose(true);
    const [one, other] = chosen;
    await database().update(agents).set({ status: "suspended" }).where(eq(agents.did, one.did));
    await database().update(agents).set({ isDemo: true }).where(eq(agents.did, other.did));
    expect(await checkAgents(on(0), answers)).toBe(0);
  });

  it("ends the checks after three days without an answer, tells the owner why, and then nothing is known", async () => {
    const { did, choose, aliveAt } = await member();
    await choose(true);
    await checkAgents(on(0), answers);
    for (let hours = 10; hours < 82; hours += 1) await checkAgents(on(hours), silent);
    expect(await aliveAt(80)).toMatchObject({ step: "days", silent_since: on(10).clock().toISOString() });
    expect(await readOwnChecks(on(80), { did })).toEqual({ problem: "The card did not answer.", ended_at: null });
    await checkAgents(on(82), silent);
    expect(await getAgent(on(82), { did })).toMatchObject({
      ...{ liveness_checks: false, liveness: { step: "unknown", inbox_step: "unknown" } },
    });
    const ended_at = on(82).clock().toISOString();
    expect(await readOwnChecks(on(82), { did })).toEqual({ problem: "The card did not answer.", ended_at });
    expect((await actsOn(did)).at(-1)).toBe("agent.checks_ended");
    const told = await database().select().from(changes).where(eq(changes.subject, did));
    expect(told.at(-1)).toMatchObject({
      ...{ kind: "agent.changed", data: { fields: ["liveness_checks"], reason: expect.stringContaining("3 days") } },
    });
    expect(await checkAgents(on(200), answers)).toBe(0);
    await choose(true, 200);
    expect(await readOwnChecks(on(200), { did })).toEqual({ problem: "", ended_at: null });
  });

  it("counts the three days from the last answer", async () => {
    const { choose, aliveAt } = await member();
    await choose(true);
    for (const hours of [0, 60]) await checkAgents(on(hours), silent);
    await checkAgents(on(70), answers);
    await checkAgents(on(80), silent);
    expect(await aliveAt(80)).toMatchObject({ step: "hours", silent_since: on(80).clock().toISOString() });
  });

  it("is not harmed by a host that sends too much, redirects elsewhere, sends no card or the card of another", async () => {
    const { did, choose, aliveAt } = await member();
    await choose(true);
    const card = (more: object = {}) =>
      JSON.stringify({
        ...{ name: "Atlas", description: "Translates.", version: "1", capabilities: {}, skills: [] },
        ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
        supportedInterfaces: [{ url: `${address}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
        ...more,
      });
    const bad: ((response: ServerResponse) => void)[] = [
      (response) => response.end("x".repeat(10_000_000)),
      (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end(),
      (response) => response.writeHead(503).end(card()),
      (response) => response.end("<html>parked</html>"),
      (response) =>
        response.end(
          card({
            supportedInterfaces: [
              { url: "https://other.example/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
            ],
          }),
        ),
    ];
    for (const [time, send] of bad.entries()) {
      respond = send;
      expect(await checkAgents(on(time))).toBe(1);
      expect(await aliveAt(time), String(send)).toMatchObject({ step: "unknown", silent_since: START.toISOString() });
      expect((await readOwnChecks(on(time), { did })).problem).not.toBe("");
    }
    respond = (response) => response.setHeader("content-type", "application/json").end(card());
    await checkAgents(on(6));
    expect(await aliveAt(6)).toMatchObject({ step: "minutes" });
  });
});

describe("the search", () => {
  it("learns that an agent begins or ceases to answer, and nothing of the checks between", async () => {
    const word = "quillwright";
    const first = await member({ name: `${word} alpha` });
    const second = await member({ name: `${word} beta` });
    const found = async () => (await rankAgents(on(0), word)).found.map(({ did }) => did);
    await second.choose(true);
    for (const [{ did }, trustScore] of [
      [first, 40],
      [second, 38],
    ] as const) {
      await database().update(agents).set({ trustScore }).where(eq(agents.did, did));
    }
    expect(await found()).toEqual([first.did, second.did]);
    await checkAgents(on(0), answers);
    expect(await found()).toEqual([second.did, first.did]);
    await checkAgents(on(1), answers);
    await checkAgents(on(2), silent);
    expect(await found()).toEqual([first.did, second.did]);
  });
});

describe("a read of an inbox", () => {
  it("is noted of its owner, at most once in five minutes, and never of an operator", async () => {
    const { did, aliveAt } = await member();
    const as = (hours: number, caller: Parameters<typeof noteInboxRead>[0]["caller"]) => ({ ...on(hours), caller });
    const owner = { kind: "agent", credentialId: "c", did, tier: null } as const;
    await noteInboxRead(as(0, operatorCaller()), did);
    expect(await aliveAt(0)).toEqual({ step: "unknown", inbox_step: "unknown" });
    for (const hours of [0, 0.05]) await noteInboxRead(as(hours, owner), did);
    expect(await aliveAt(2)).toMatchObject({ inbox_step: "hours", inbox_read_at: START.toISOString() });
    await noteInboxRead(as(1, owner), did);
    expect(await aliveAt(1.1)).toMatchObject({ inbox_step: "minutes" });
    await noteInboxRead(as(1, owner), "did:fed:s1:nobody-has-this");
  });
});
