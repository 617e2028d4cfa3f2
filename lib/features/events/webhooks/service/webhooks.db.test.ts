import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Context } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { recordChange } from "@/lib/features/events/record-change";
import { numberChanges } from "@/lib/features/events/service/number-changes";
import { readHead } from "@/lib/features/events/service/read-changes";
import { settings } from "@/lib/foundation/env";
import type { Caller } from "@/lib/identity/permissions";
import { fetchExternal } from "@/lib/outgoing/request";
import { AddWebhook, type AddWebhook as Input } from "../schema";
import { startReceiver, type TestReceiver } from "../testing/receiver";
import { addWebhook } from "./add-webhook";
import { decideWebhook } from "./decide-webhook";
import { forgetDeliveries } from "./forget";
import { leaseWebhook } from "./lease";
import { listDeliveries, listWebhooks, showWebhook } from "./list-webhooks";
import { runWebhook } from "./run-webhook";
import { startWebhooks } from "./worker";

const database = testDatabase();
const { ctx: system, registered } = memberFixtures(database);
const operator = operatorCaller();
const as = (caller: Caller): Context => ({ ...system(), caller });
const ctx = () => as(operator);

let receiver: TestReceiver;
beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
  await ensureSigningKey(database(), settings().SIGNING_KEY, new Date());
  await storeOperator(database(), operator);
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await database().delete(webhooks);
  await receiver.stop();
});
afterAll(() => vi.unstubAllEnvs());

const add = (more: Partial<Input> = {}, context = ctx()) =>
  addWebhook(context, AddWebhook.parse({ url: `${receiver.address}/hook?token=secret`, ...more }));

/** Adds a subscription and confirms it. */
async function subscribed(more: Partial<Input> = {}, context = ctx()): Promise<string> {
  const { id } = await add(more, context);
  const { attempt } = await decideWebhook(context, { id, action: "confirm" }, receiver.send);
  expect(attempt).toMatchObject({ delivered: true });
  receiver.received.length = 0;
  return id;
}

/** Records and numbers one change of each subject. */
async function record(...subjects: string[]): Promise<void> {
  for (const [n, subject] of subjects.entries()) {
    await database().transaction((tx) => recordChange(tx, { kind: "freeze.set", subject, dids: [], data: { n } }));
  }
  while ((await numberChanges(database())) > 0);
}

/** Leases the next subscription that has work, and runs it to its end. @returns whether there was one */
async function runOnce(ended = new AbortController().signal): Promise<boolean> {
  const leased = await leaseWebhook(ctx());
  if (leased) await runWebhook(ctx(), leased, receiver.send, ended);
  return leased !== null;
}

/** Makes all waiting deliveries due, as after the pause before the next attempt. */
async function pausePasses(): Promise<void> {
  await database().update(webhookDeliveries).set({ dueAt: sql`now() - interval '1 second'` });
  await database()
    .update(webhooks)
    .set({ dueAt: sql`now() - interval '1 second'`, lookAt: sql`now() - interval '1 second'` });
}

const subjects = () => receiver.received.map(({ subject }) => subject);

describe("a subscription", () => {
  it("shows its secret only when it is made", async () => {
    const { id, secret = "" } = await add();
    const shown = JSON.stringify([
      await showWebhook(ctx(), { id }),
      await listWebhooks(ctx(), { limit: 100, cursor: undefined }),
    ]);
    const key = secret.slice("whsec_".length);
    expect([key.length > 20, shown.includes(id), shown.includes(key)]).toEqual([true, true, false]);
    const acts = JSON.stringify(await database().select().from(ledgerActs));
    expect(acts).not.toContain(key);
  });

  it("gets nothing before its receiver has echoed a signed challenge, then all changes since it was added", async () => {
    const { id, secret, state } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(state).toBe("unconfirmed");
    await record("a");
    expect(await runOnce()).toBe(false);
    receiver.respond((_, response) => void response.writeHead(200).end("something else"));
    const failed = await decideWebhook(ctx(), { id, action: "confirm" }, receiver.send);
    expect(failed).toMatchObject({ state: "unconfirmed", attempt: { delivered: false, status: 200 } });
    receiver.respond(({ body }, response) => {
      response.writeHead(200).end(JSON.stringify({ challenge: JSON.parse(body).data.challenge }));
    });
    const confirmed = await decideWebhook(ctx(), { id, action: "confirm" }, receiver.send);
    expect(confirmed).toMatchObject({ state: "active", attempt: { delivered: true } });
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1a,\S+$/);
    await runOnce();
    expect(subjects().at(-1)).toBe("a");
  });

  const agentCtx = (name: string) =>
    as({ kind: "agent", credentialId: "c", did: `did:fed:s1:${name}`, tier: "T1", status: "active" });

  it("is limited to five for each owner, also if they are added concurrently", async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => add()));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await expect(add({ url: "https://other.example/" })).rejects.toMatchObject({ kind: "conflict" });
    await add({ url: "https://other.example/" }, agentCtx("other"));
  });

  it("is limited to five confirmed ones for each host and owner; an organisation's agents count together", async () => {
    const members = await Promise.all(["one", "two", "three"].map((name) => registered(`did:fed:s1:acme-${name}`)));
    await database()
      .update(agents)
      .set({ ownerKind: "organisation", organisation: "acme" })
      .where(inArray(agents.did, members));
    const organisation: Caller = { kind: "provider", credentialId: "c", organisation: "acme" };
    const [one, two, three] = members.map((did) =>
      as({ kind: "agent", credentialId: "c", did, tier: "T1", status: "active" }),
    );
    const late = await add({}, two);
    for (const owner of [one, one, two, two, as(organisation)]) await subscribed({}, owner);
    await database().update(webhooks).set({ state: "paused" }).where(eq(webhooks.state, "active"));
    for (const url of [receiver.address, receiver.address.replace(/(:\d+)?$/, ".$1")]) {
      await expect(add({ url }, three)).rejects.toMatchObject({ kind: "conflict", field: "url" });
    }
    const confirm = decideWebhook(two ?? ctx(), { id: late.id, action: "confirm" }, receiver.send);
    await expect(confirm).rejects.toMatchObject({ kind: "conflict", field: "url" });
    await add({ url: "https://other.example/" }, three);
    await subscribed({}, agentCtx("stranger"));
  });

  it("sends at most one challenge at a time to a host, and five an hour for a subscription", async () => {
    const { id } = await add({}, agentCtx("one"));
    const other = await add({}, agentCtx("two"));
    const confirm = (webhook: { id: string }, owner = agentCtx("one")) =>
      decideWebhook(owner, { id: webhook.id, action: "confirm" }, receiver.send);
    let respondNow = () => {};
    const arrived = new Promise<void>((done) => {
      receiver.respond((_, response) => {
        respondNow = () => response.writeHead(404).end();
        done();
      });
    });
    const first = confirm({ id });
    await arrived;
    await expect(confirm(other, agentCtx("two"))).rejects.toMatchObject({ kind: "overloaded" });
    respondNow();
    expect(await first).toMatchObject({ attempt: { delivered: false, status: 404 } });
    receiver.respond((_, response) => void response.writeHead(404).end());
    for (let time = 1; time < 5; time += 1) await confirm({ id });
    await expect(confirm({ id })).rejects.toMatchObject({ kind: "rateLimited" });
    expect(receiver.received).toHaveLength(5);
  });

  it("is visible only to its owner and to operators", async () => {
    const { id } = await add({}, agentCtx("mine"));
    const page = { limit: 50, cursor: undefined };
    expect((await listWebhooks(agentCtx("mine"), page)).webhooks).toHaveLength(1);
    expect((await listWebhooks(agentCtx("theirs"), page)).webhooks).toHaveLength(0);
    expect((await listWebhooks(ctx(), page)).webhooks.map((each) => each.id)).toEqual([id]);
    await expect(showWebhook(agentCtx("theirs"), { id })).rejects.toMatchObject({ kind: "notFound" });
    await expect(listDeliveries(agentCtx("theirs"), { id, ...page })).rejects.toMatchObject({ kind: "notFound" });
    for (const action of ["confirm", "pause", "test", "rotate", "replay", "remove"] as const) {
      await expect(decideWebhook(agentCtx("theirs"), { id, action })).rejects.toMatchObject({ kind: "notFound" });
    }
  });

  it.each<[string, Caller, string]>([
    ["an anonymous caller", { kind: "anonymous" }, "unauthenticated"],
    ["an agent of T0", { kind: "agent", credentialId: "c", did: "did:fed:s1:a", tier: "T0" }, "tierTooLow"],
    ["an organisation without agents", { kind: "provider", credentialId: "c", organisation: "None" }, "tierTooLow"],
    [
      "a suspended agent",
      { kind: "agent", credentialId: "c", did: "did:fed:s1:a", tier: "T4", status: "suspended" },
      "suspended",
    ],
  ])("cannot be added by %s", async (_, caller, kind) => {
    await expect(add({}, as(caller))).rejects.toMatchObject({ kind });
  });

  it("is recorded in the council's log with its host, never with its address", async () => {
    const { id } = await add();
    await decideWebhook(ctx(), { id, action: "remove" });
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `webhook:${id}`));
    expect(acts.map(({ kind }) => kind)).toEqual(["webhook.added", "webhook.removed"]);
    expect(JSON.stringify(acts)).not.toContain("token=secret");
    await expect(showWebhook(ctx(), { id })).rejects.toMatchObject({ kind: "notFound" });
  });

  it("is deleted if it is not confirmed within a day", async () => {
    const { id } = await add();
    const kept = await subscribed();
    await database().update(webhooks).set({ createdAt: sql`now() - interval '25 hours'` });
    await forgetDeliveries(ctx());
    expect((await listWebhooks(ctx(), { limit: 9, cursor: undefined })).webhooks.map((each) => each.id)).toEqual([
      kept,
    ]);
    await expect(showWebhook(ctx(), { id })).rejects.toMatchObject({ kind: "notFound" });
    const acts = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `webhook:${id}`));
    expect(acts.map(({ kind }) => kind)).toContain("webhook.removed");
  });
});

describe("deliveries", () => {
  it("send every matching change once, and the changes of one subject in order", async () => {
    await subscribed({ kinds: ["freeze.set"] });
    await registered();
    await record("a", "b", "a");
    await runOnce();
    expect(subjects().toSorted()).toEqual(["a", "a", "b"]);
    const ofA = receiver.received.filter(({ subject }) => subject === "a");
    expect(ofA[0]?.seq).toBeLessThan(ofA[1]?.seq ?? 0);
    expect(await runOnce()).toBe(false);
    expect(receiver.received).toHaveLength(3);
  });

  it("of one subject wait for its failed one, which keeps its id; those of other subjects continue", async () => {
    const id = await subscribed();
    receiver.respond(({ subject }, response) => void response.writeHead(subject === "bad" ? 500 : 204).end());
    await record("bad", "good", "bad", "good", "fine");
    await runOnce();
    expect(
      subjects()
        .filter((subject) => subject !== "bad")
        .toSorted(),
    ).toEqual(["fine", "good", "good"]);
    expect(subjects().filter((subject) => subject === "bad")).toHaveLength(1);
    expect(await showWebhook(ctx(), { id })).toMatchObject({ waiting: 2, due_at: expect.any(String) });
    await record("late");
    await runOnce();
    expect(subjects().at(-1)).toBe("late");
    receiver.respond((_, response) => void response.writeHead(204).end());
    await pausePasses();
    await runOnce();
    const bad = receiver.received.filter(({ subject }) => subject === "bad");
    expect(bad.map(({ seq }) => seq)).toEqual([bad[0]?.seq, bad[0]?.seq, bad[2]?.seq]);
    expect(bad[0]?.headers["webhook-id"]).toBe(bad[1]?.headers["webhook-id"]);
    expect(await showWebhook(ctx(), { id })).toMatchObject({ waiting: 0, due_at: null });
  });

  it("stop after the last attempt, which disables the subscription; a replay delivers from the requested cursor", async () => {
    const id = await subscribed();
    const { epoch, head } = await readHead(database());
    receiver.respond((_, response) => void response.writeHead(500).end());
    await record("a", "b");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await pausePasses();
      await runOnce();
    }
    expect(await showWebhook(ctx(), { id })).toMatchObject({
      state: "disabled",
      reason: "A delivery failed 10 times. The receiver responded with 500.",
    });
    await pausePasses();
    expect(await runOnce()).toBe(false);
    receiver.respond((_, response) => void response.writeHead(204).end());
    receiver.received.length = 0;
    await decideWebhook(ctx(), { id, action: "replay", after: { epoch, seq: head } });
    await runOnce();
    expect(subjects().toSorted()).toEqual(["a", "b"]);
    await decideWebhook(ctx(), { id, action: "replay", after: { epoch, seq: head } });
    await runOnce();
    expect(receiver.received).toHaveLength(4);
    const other = { epoch: "other", seq: 1 };
    await expect(decideWebhook(ctx(), { id, action: "replay", after: other })).rejects.toMatchObject({ kind: "gone" });
  });

  it("count by their status, however long the body is", async () => {
    const id = await subscribed();
    receiver.respond((_, response) => void response.writeHead(200).end("x".repeat(20_000)));
    await record("a");
    await runOnce();
    const [delivery] = (await listDeliveries(ctx(), { id, limit: 1, cursor: undefined })).deliveries;
    expect(delivery).toMatchObject({ status: 200, error: "", delivered_at: expect.any(String) });
  });

  it("stop after a 410 with a long body, too", async () => {
    const id = await subscribed();
    receiver.respond((_, response) => void response.writeHead(410).end("x".repeat(20_000)));
    await record("a");
    await runOnce();
    expect(await showWebhook(ctx(), { id })).toMatchObject({ state: "disabled" });
  });

  it("that disabled a subscription begin their schedule again when it is resumed", async () => {
    const id = await subscribed();
    receiver.respond((_, response) => void response.writeHead(500).end());
    await record("a");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await pausePasses();
      await runOnce();
    }
    expect(await showWebhook(ctx(), { id })).toMatchObject({ state: "disabled" });
    await decideWebhook(ctx(), { id, action: "resume" });
    await runOnce();
    expect(await showWebhook(ctx(), { id })).toMatchObject({ state: "active" });
    receiver.respond((_, response) => void response.writeHead(204).end());
    await pausePasses();
    await runOnce();
    expect(subjects().at(-1)).toBe("a");
  });

  it("wait as long as Retry-After says, and stop at once after a 410", async () => {
    const id = await subscribed();
    receiver.respond((_, response) => void response.writeHead(503, { "retry-after": "3600" }).end());
    await record("a");
    const before = Date.now();
    await runOnce();
    const [delivery] = (await listDeliveries(ctx(), { id, limit: 1, cursor: undefined })).deliveries;
    expect(delivery).toMatchObject({ status: 503, attempts: 1, delivered_at: null });
    expect(Date.parse(delivery?.due_at ?? "") - before).toBeGreaterThan(3_500_000);
    receiver.respond((_, response) => void response.writeHead(410).end());
    await pausePasses();
    await runOnce();
    expect(await showWebhook(ctx(), { id })).toMatchObject({
      state: "disabled",
      reason: expect.stringContaining("410"),
    });
  });

  it("are signed with both secrets for a day after a rotation", async () => {
    const id = await subscribed();
    const { secret } = await decideWebhook(ctx(), { id, action: "rotate" });
    expect(secret).toMatch(/^whsec_/);
    await record("a");
    await runOnce();
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+ v1a,\S+$/);
    await database().update(webhooks).set({ previousUntil: sql`now() - interval '1 second'` });
    await record("b");
    await runOnce();
    expect(receiver.received.at(-1)?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1a,\S+$/);
  });

  it("stop if the secret cannot be decrypted", async () => {
    const id = await subscribed();
    await database()
      .update(webhooks)
      .set({ secret: new Uint8Array(60) });
    await record("a");
    await runOnce();
    expect(receiver.received).toHaveLength(0);
    expect(await showWebhook(ctx(), { id })).toMatchObject({
      state: "disabled",
      reason: expect.stringContaining("Rotate"),
    });
    await decideWebhook(ctx(), { id, action: "rotate" });
    await decideWebhook(ctx(), { id, action: "resume" });
    await runOnce();
    expect(subjects()).toEqual(["a"]);
  });

  it("pause while the owner is suspended or has no valid credential, and continue at the same place", async () => {
    const did = await registered();
    const owner = as({ kind: "agent", credentialId: "c", did, tier: "T4", status: "active" });
    await subscribed({ kinds: ["freeze.set"] }, owner);
    await database()
      .update(webhooks)
      .set({ scanned: (await readHead(database())).head });
    const passes = async () => {
      await database().update(webhooks).set({ lookAt: sql`now() - interval '1 second'` });
      await runOnce();
      return receiver.received.length;
    };
    await record("a");
    expect(await passes()).toBe(0);
    const id = crypto.randomUUID();
    await database()
      .insert(credentials)
      .values({ id, kind: "agent", did, tokenHash: id, createdAt: new Date(), createdBy: "test" });
    await database().execute(sql`update agents set trust_tier = 'T1' where did = ${did}`);
    expect(await passes()).toBe(1);
    await setStatus(system(), { did, status: "suspended", reason: "It fails." });
    await record("b");
    expect(await passes()).toBe(1);
    await setStatus(system(), { did, status: "active", reason: "It works." });
    expect(await passes()).toBe(2);
    await database().update(credentials).set({ revokedAt: new Date() }).where(eq(credentials.id, id));
    await record("c");
    expect(await passes()).toBe(2);
  });

  it("continue at another instance after the lease of a killed one has expired", async () => {
    await subscribed();
    await record("a");
    const killed = await leaseWebhook(ctx());
    expect(killed).not.toBeNull();
    expect(await runOnce()).toBe(false);
    await database().update(webhooks).set({ leasedUntil: sql`now() - interval '1 second'` });
    await runOnce();
    expect(subjects()).toEqual(["a"]);
    if (killed) await runWebhook(ctx(), killed, receiver.send, new AbortController().signal);
    expect((await showWebhook(ctx(), { id: killed?.id ?? "" })).waiting).toBe(0);
  });

  it("continue after a backup with another numbering was restored", async () => {
    const id = await subscribed();
    await database().execute(sql`update change_feed set epoch = 'restored'`);
    await database().update(webhooks).set({ scanned: 1_000_000 });
    await record("a");
    await runOnce();
    await record("b");
    await runOnce();
    expect(subjects()).toEqual(["b"]);
    expect((await showWebhook(ctx(), { id })).cursor).toMatch(/^restored\./);
  });
});

describe("a receiver", () => {
  const fails = async () => {
    const { id } = await add();
    return (await decideWebhook(ctx(), { id, action: "confirm" }, receiver.send)).attempt;
  };

  it("that redirects is not followed", async () => {
    receiver.respond((_, response) => void response.writeHead(307, { location: "http://169.254.169.254/" }).end());
    expect(await fails()).toMatchObject({ delivered: false, status: null });
    expect(receiver.received).toHaveLength(1);
  });

  it("that sends 1 GB is disconnected after 16 KiB", async () => {
    let sent = 0;
    receiver.respond((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && sent < 1_000_000_000) {
          sent += 65_536;
          if (!response.write(Buffer.alloc(65_536))) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    expect(await fails()).toMatchObject({ delivered: false, status: 200 });
    expect(sent).toBeLessThan(50_000_000);
  });

  it("may be on http of the developer's own machine, but of no other", async () => {
    const messages: string[] = [];
    const plain = createServer(async (request, response) => {
      const { type, data } = (await json(request)) as { type: string; data: { challenge?: string } };
      messages.push(type);
      response.end(data.challenge ?? "");
    }).listen(0, "127.0.0.1");
    await once(plain, "listening");
    onTestFinished(() => void plain.close());
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
    const input = AddWebhook.parse({ url });

    const { id } = await addWebhook(ctx(), input);
    const { attempt } = await decideWebhook(ctx(), { id, action: "confirm" });
    expect([attempt, messages]).toMatchObject([{ delivered: true }, ["webhook.challenge"]]);

    expect(AddWebhook.safeParse({ url: "http://hooks.example/" }).success).toBe(false);
  });

  it("whose name resolves to a private address, even if only after it was added, gets no request", async () => {
    vi.stubEnv("OUTGOING_ALLOW", "");
    const { id } = await addWebhook(ctx(), AddWebhook.parse({ url: "https://hook.example/" }));
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254"]) {
      const { attempt } = await decideWebhook(ctx(), { id, action: "confirm" }, (to, options) =>
        fetchExternal(to, { ...options, resolve: async () => [address], authorities: receiver.authority }),
      );
      expect(attempt).toMatchObject({
        delivered: false,
        status: null,
        error: expect.stringContaining("must be public"),
      });
    }
    expect(receiver.received).toHaveLength(0);
    vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
  });

  it("that hangs is disconnected at the deadline", async () => {
    receiver.respond(() => {});
    const { id } = await add();
    const send: typeof receiver.send = (to, options) => receiver.send(to, { ...options, deadlineMilliseconds: 200 });
    const { attempt } = await decideWebhook(ctx(), { id, action: "confirm" }, send);
    expect(attempt).toMatchObject({ delivered: false, status: null });
  });
});

describe("startWebhooks", () => {
  it("delivers changes that are recorded while it runs, and ends all leases when it stops", async () => {
    await subscribed();
    const stop = startWebhooks(() => true, receiver.send);
    await record("a");
    await expect.poll(subjects).toEqual(["a"]);
    await registerAgent(system(), { did: "did:fed:s1:new", skills: ["s"], capabilities: [], role: "r", model: "m" });
    await record("b");
    // Only the changes of one subject arrive in order.
    await expect.poll(() => subjects().sort()).toEqual(["a", "b", "did:fed:s1:new"]);
    receiver.respond(() => {});
    await record("c");
    await expect.poll(subjects).toContain("c");
    await stop();
    expect(await database().$count(webhooks, sql`lease is not null`)).toBe(0);
    expect(await database().$count(webhookDeliveries, sql`delivered_at is null`)).toBe(1);
  });
});
