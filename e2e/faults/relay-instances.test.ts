import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { newServerDatabase, onServer } from "@/lib/database/testing/template";
import { ids, ROOMY, relayClient } from "../http/relay-client";
import { type RunningServer, startServer } from "../http/start-server";
import { startTwoInstances, type TwoInstances } from "../http/two-instances";
import { bearer } from "../http/visitor";

describe("a killed server", () => {
  it("delivers events after its restart if it was killed before the receipt, and continues the numbers", async () => {
    const database = await newServerDatabase();
    const env = { ...ROOMY, ...(database ? { DATABASE_URL: database.url } : {}) };
    const first = await startServer({ env });
    let second: RunningServer | undefined;
    onTestFinished(async () => {
      await second?.cleanUp();
      await first.cleanUp();
      await database?.drop();
    });
    const headers = bearer(await first.operatorToken());
    const at = (server: () => RunningServer) => relayClient(server, () => headers);
    const before = at(() => first);
    const inbox = "?did=did:test:s1:later";
    const reader = await before.follow(headers, inbox);
    await before.sendEvent({ dst_did: "did:test:s1:later", trace_id: "killed" });
    await expect.poll(() => ids(reader)).toEqual(["1"]);
    reader.close();
    const burst = Array.from({ length: 20 }, () =>
      before.sendEvent({ dst_did: "did:test:s1:later", trace_id: "killed" }).catch(() => undefined),
    );
    const answered = await Promise.race(burst);
    await first.stop("SIGKILL");
    const received = (await Promise.all(burst)).filter((answer) => answer?.status === 201).length;
    expect(answered?.status).toBe(201);

    const restarted = await startServer({ env, dataDir: first.dataDir });
    second = restarted;
    const after = at(() => restarted);
    const resumed = await after.follow({ ...headers, "last-event-id": "1" }, inbox);
    const { count, events } = (await after.get("/api/relay/replay/killed", {})).json();
    expect(count).toBeGreaterThanOrEqual(1 + received);
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    await expect.poll(() => ids(resumed)).toEqual(Array.from({ length: count - 1 }, (_, n) => `${n + 2}`));
    const next = await after.sendEvent({ dst_did: "did:test:s1:later", trace_id: "killed" });
    expect(next.json()).toMatchObject({ seq: count + 1 });
    await expect.poll(() => ids(resumed).at(-1)).toBe(`${count + 1}`);
  });
});

describe.runIf(onServer)("two instances on one server", () => {
  let one: RunningServer;
  let two: RunningServer;
  let headers: Record<string, string>;
  const at = (server: () => RunningServer) => relayClient(server, () => headers);
  const atOne = at(() => one);
  const atTwo = at(() => two);
  let cleanUp: TwoInstances["cleanUp"];
  beforeAll(async () => {
    ({ one, two, headers, cleanUp } = await startTwoInstances());
  });
  afterAll(() => cleanUp());

  it("an event sent to one arrives at the other long before the next regular check", async () => {
    const reader = await atOne.follow(headers, "?did=did:test:s1:far");
    for (let n = 0; n < 5; n += 1) await atTwo.sendEvent({ dst_did: "did:test:s1:far" });
    await expect.poll(() => ids(reader)).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("32 senders at both leave no gaps in one trace and one inbox", async () => {
    const receipts = await Promise.all(
      Array.from({ length: 32 }, async (_, sender) => {
        const event = { trace_id: "shared", dst_did: "did:test:s1:shared", src_did: `did:test:s1:n${sender}` };
        const seqs: number[] = [];
        for (let n = 0; n < 5; n += 1) {
          const answer = await (sender % 2 ? atOne : atTwo).sendEvent(event);
          seqs.push(answer.json().seq);
        }
        return seqs;
      }),
    );
    expect(receipts.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 160 }, (_, n) => n + 1));
    const inbox = (await atOne.get("/api/relay/inbox?did=did:test:s1:shared&limit=200")).json();
    expect(inbox).toMatchObject({ cursor: 160, pending: 160, acknowledged: 0 });
    expect(inbox.events.map(({ cursor }: { cursor: number }) => cursor)).toEqual(
      Array.from({ length: 160 }, (_, n) => n + 1),
    );
  });

  it("a freeze at one applies at the other as soon as it is acknowledged, and so does its end", async () => {
    const freeze = (frozen: boolean) =>
      atOne.post("/api/system/freeze", { subsystem: "relay", frozen, reason: "an incident" });
    await freeze(true);
    const refused = await atTwo.sendEvent({});
    expect(refused.status).toBe(503);
    expect(refused.json()).toEqual({ error: "Relay frozen", code: "RELAY_FROZEN", message: "an incident" });
    await freeze(false);
    expect((await atTwo.sendEvent({})).status).toBe(201);
  });
});
