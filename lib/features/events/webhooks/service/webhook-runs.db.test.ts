import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { sealingKey, sealSecret } from "@/lib/authority/sealed-secrets";
import { webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { recordChange } from "@/lib/features/events/record-change";
import { numberChanges } from "@/lib/features/events/service/number-changes";
import { settings } from "@/lib/foundation/env";
import type { Caller } from "@/lib/identity/permissions";
import { AddWebhook, type AddWebhook as Input } from "../schema";
import { startReceiver, type TestReceiver } from "../testing/receiver";
import { addWebhook } from "./add-webhook";
import { decideWebhook } from "./decide-webhook";
import { forgetDeliveries } from "./forget";
import { leaseWebhook } from "./lease";
import { showWebhook } from "./list-webhooks";
import { runWebhook } from "./run-webhook";
import { makeSecret } from "./secrets";
import { hmacSignature } from "./sign";
import { startWebhooks } from "./worker";

const database = testDatabase();
const OPERATOR = operatorCaller();
const as = (caller: Caller): Context => ({ ...systemContext(database()), caller });
const operator = () => as(OPERATOR);

let receiver: TestReceiver;
beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
  await ensureSigningKey(database(), settings().SIGNING_KEY, new Date());
  await storeOperator(database(), OPERATOR);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await database().delete(webhooks);
  await receiver.stop();
});
afterAll(() => vi.unstubAllEnvs());

const add = (more: Partial<Input> = {}, ctx = operator()) =>
  addWebhook(ctx, AddWebhook.parse({ url: `${receiver.address}/hook`, ...more }));

async function subscribed(more: Partial<Input> = {}) {
  const added = await add(more);
  await decideWebhook(operator(), { id: added.id, action: "confirm" }, receiver.send);
  receiver.received.length = 0;
  return added;
}

async function record(...subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    await database().transaction((tx) => recordChange(tx, { kind: "freeze.set", subject, dids: [], data: {} }));
  }
  while ((await numberChanges(database())) > 0);
}

async function runOnce({ send = receiver.send, maxRunMilliseconds = 20_000 } = {}): Promise<boolean> {
  const leased = await leaseWebhook(operator());
  if (leased) await runWebhook(operator(), leased, send, new AbortController().signal, maxRunMilliseconds);
  return leased !== null;
}

describe("a run of a subscription", () => {
  it("signs with the new secret after a rotation, also if deliveries are in flight", async () => {
    const { id } = await subscribed();
    await record("a", "a");
    let secret: string | undefined;
    receiver.respond(async (_, response) => {
      secret ??= (await decideWebhook(operator(), { id, action: "rotate" })).secret;
      response.writeHead(204).end();
    });
    while (await runOnce());
    const last = receiver.received.at(-1);
    if (!last) throw new Error("nothing was received");
    const { headers, body } = last;
    const signed = { id: String(headers["webhook-id"]), timestampSeconds: Number(headers["webhook-timestamp"]), body };
    expect(receiver.received).toHaveLength(2);
    expect(headers["webhook-signature"]).toContain(hmacSignature(secret ?? "", signed));
  });

  it("sends nothing after a pause, and does not repeat the delivery in flight", async () => {
    const { id } = await subscribed();
    await record("a", "a", "a");
    receiver.respond(async (_, response) => {
      if (receiver.received.length === 1) await decideWebhook(operator(), { id, action: "pause" });
      response.writeHead(204).end();
    });
    await runOnce();
    expect(receiver.received).toHaveLength(1);
  });

  it("ends after its turn although more is due, and continues in its next turn", async () => {
    await subscribed();
    await record("a", "a", "a");
    receiver.respond((_, response) => void setTimeout(() => response.writeHead(204).end(), 50));
    await runOnce({ maxRunMilliseconds: 1 });
    expect(receiver.received).toHaveLength(1);
    while (await runOnce());
    expect(receiver.received).toHaveLength(3);
  });

  it("that fails in our own code does not begin again at once", async () => {
    await subscribed();
    await record("a");
    await runOnce({ send: () => Promise.reject(new Error("not the receiver's fault")) });
    expect(await leaseWebhook(operator())).toBeNull();
  });
});

describe("startWebhooks", () => {
  it("delivers although twenty other receivers are slow", async () => {
    const slow = await startReceiver();
    const { id } = await add({ url: `${slow.address}/slow` });
    await decideWebhook(operator(), { id, action: "confirm" }, slow.send);
    const [row] = await database().select().from(webhooks);
    if (!row) throw new Error("not stored");
    const { number: _, ...copied } = row;
    for (let n = 0; n < 19; n += 1) {
      const copy = { ...copied, id: randomUUID(), owner: "system" };
      await database()
        .insert(webhooks)
        .values({ ...copy, secret: sealSecret(await sealingKey(database()), copy.id, makeSecret()) });
    }
    const { id: quick } = await subscribed();
    await database().execute(sql`update webhooks set look_at = now() - interval '1 minute' where id <> ${quick}`);
    const open: (() => void)[] = [];
    slow.respond((_, response) => void open.push(() => response.writeHead(500).end()));
    const send: typeof receiver.send = (to, options) =>
      to.startsWith(slow.address) ? slow.send(to, options) : receiver.send(to, options);
    await record("a");
    const stop = startWebhooks(() => true, send);
    try {
      await vi.waitFor(() => expect(receiver.received).not.toHaveLength(0), { timeout: 14_000 });
    } finally {
      const stopped = stop();
      for (const end of open) end();
      await stopped;
      await slow.stop();
    }
  });
});

describe("a subscription", () => {
  it("gets no test message before its receiver has echoed a challenge", async () => {
    const { id } = await add();
    const tested = decideWebhook(operator(), { id, action: "test" }, receiver.send);
    await expect(tested).rejects.toMatchObject({ kind: "conflict" });
    expect(receiver.received).toHaveLength(0);
  });

  it("keeps at most 1,000 delivered changes", async () => {
    const { id } = await subscribed();
    await database().execute(sql`
      insert into webhook_deliveries (webhook_id, seq, kind, subject, attempts, delivered_at)
      select ${id}, 1000000 + n, 'freeze.set', 'a', 1, now() from generate_series(1, 1500) as n`);
    await record("waits");
    await forgetDeliveries(operator());
    const kept = await database().$count(webhookDeliveries);
    expect(kept).toBeLessThanOrEqual(1_001);
    expect(await showWebhook(operator(), { id })).toMatchObject({ state: "active" });
  });
});
