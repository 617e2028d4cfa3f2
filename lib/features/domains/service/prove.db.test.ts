import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as giveUp } from "@/app/api/agent/[did]/domain/give-up/route";
import { POST as prove } from "@/app/api/agent/[did]/domain/route";
import { POST as register } from "@/app/api/agent/register/route";
import { agentDomains } from "@/lib/database/schema/domains";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { getAgent } from "@/lib/features/agents/service/read";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { listTrustHistory } from "@/lib/features/trust/service/history";
import type { Caller } from "@/lib/identity/permissions";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { post } from "@/lib/testing/call";
import { MAX_DOMAINS } from "../rules";
import { publishedHosts, withProvenKey } from "../testing/hosts";
import { giveUpDomain, listOwnDomains } from "./own";
import { proveDomain } from "./prove";

const database = testDatabase();
const { ctx, registered, tokenOf, standing, actsOn } = memberFixtures(database);
const { records, looked, look } = publishedHosts();
const HOST = "atlas.example";

const rowsOf = (did: string) => database().select().from(agentDomains).where(eq(agentDomains.did, did));
const domainsOf = async (did: string) => (await getAgent(ctx(), { did })).domains;
const ask = (did: string, host = HOST, by = ctx()) => proveDomain(by, { did, host }, look);
/** Publishes what an agent is asked for, and proves it. */
async function proven(did: string, host = HOST) {
  const { publish } = await ask(did, host);
  records.set(host, [...(records.get(host) ?? []), publish.dns.value]);
  return ask(did, host);
}

describe("proof of a domain", () => {
  it("says what to publish, bound to this service, the agent and its key, and stores nothing until it is there", async () => {
    const { did } = await withProvenKey(database());
    const before = await getAgent(ctx(), { did });
    const answer = await ask(did, "bucher.example");
    const { origin } = await readHead(database(), COUNCIL_LOG);
    expect(answer).toMatchObject({
      did,
      host: "bucher.example",
      proven: false,
      domains: [],
      problems: { dns: "No record." },
    });
    const { dns, did_json } = answer.publish;
    expect(dns.name).toBe("_fgs-challenge.bucher.example");
    expect(dns.value).toMatch(new RegExp(`^fgs-domain-proof=v1; origin=${origin}; did=${did}; key=[\\w-]{43}$`));
    expect(did_json.address).toBe("https://bucher.example/.well-known/did.json");
    expect(did_json.document["id"]).toBe("did:web:bucher.example");
    expect(await getAgent(ctx(), { did })).toEqual(before);
    expect(await rowsOf(did)).toEqual([]);
    expect(await actsOn(did)).toEqual(["key.proven"]);
  });

  it("adds 5 points, is shown, and is logged", async () => {
    const { did } = await withProvenKey(database());
    const { score: before = 0 } = await standing(did);
    expect(await proven(did)).toMatchObject({ proven: true, method: "dns", domains: [HOST] });
    const agent = await getAgent(ctx(), { did });
    expect(agent).toMatchObject({ domains: [HOST], trust_score: before + 5 });
    expect(agent.signals.find(({ name }) => name === "verified_domain")).toEqual({
      ...{ name: "verified_domain", maximum: 5, contribution: 5, explanation: `controls ${HOST}` },
    });
    const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.kind, "domain.proven"));
    expect(act).toMatchObject({ subject: did, details: { host: HOST, method: "dns", key: expect.any(String) } });
    const { changes } = await listTrustHistory(ctx(), { did, limit: 1, offset: 0 });
    expect(changes).toMatchObject([{ reason: { kind: "domain_proven", seq: act?.seq } }]);
  });

  it("is logged once, and several hosts count once", async () => {
    const { did } = await withProvenKey(database());
    await proven(did);
    await ask(did);
    const { score } = await standing(did);
    expect(await proven(did, "second.example")).toMatchObject({ domains: [HOST, "second.example"] });
    expect((await standing(did)).score).toBe(score);
    expect((await actsOn(did)).filter((kind) => kind === "domain.proven")).toHaveLength(2);
  });

  it("stays if it is requested again and not found", async () => {
    const { did } = await withProvenKey(database());
    await proven(did, "asked-again.example");
    records.delete("asked-again.example");
    expect(await ask(did, "asked-again.example")).toMatchObject({ proven: false, domains: ["asked-again.example"] });
    expect(await rowsOf(did)).toMatchObject([{ failedDays: 0 }]);
  });

  it("may be of one host for several agents", async () => {
    const [one, two] = [await withProvenKey(database()), await withProvenKey(database())];
    await proven(one.did, "shared.example");
    expect(await ask(two.did, "shared.example")).toMatchObject({ proven: false, domains: [] });
    await proven(two.did, "shared.example");
    expect([await domainsOf(one.did), await domainsOf(two.did)]).toEqual([["shared.example"], ["shared.example"]]);
  });

  it("needs a proven key, and sends nothing without", async () => {
    const did = await registered();
    looked.length = 0;
    await expect(ask(did)).rejects.toMatchObject({ kind: "conflict" });
    await expect(ask(freshDid())).rejects.toMatchObject({ kind: "notFound" });
    await expect(ask("nonsense\0")).rejects.toMatchObject({ kind: "notFound" });
    expect(looked).toEqual([]);
  });

  it("is limited to five hosts, also if two are proven concurrently", async () => {
    const { did } = await withProvenKey(database());
    const hosts = Array.from({ length: MAX_DOMAINS + 1 }, (_, n) => `host-${n}.example`);
    for (const host of hosts.slice(0, MAX_DOMAINS - 1)) await proven(did, host);
    const last = hosts.slice(MAX_DOMAINS - 1);
    const found = async () => ({ method: "dns" }) as const;
    const both = await Promise.allSettled(last.map((host) => proveDomain(ctx(), { did, host }, found)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { kind: "conflict" } });
    expect(await domainsOf(did)).toHaveLength(MAX_DOMAINS);
    looked.length = 0;
    await expect(ask(did, "one-more.example")).rejects.toMatchObject({ kind: "conflict" });
    expect(looked).toEqual([]);
  });

  it("may be requested ten times a minute", async () => {
    const { did } = await withProvenKey(database());
    const now = new Date();
    const at = (seconds: number) => ({ ...ctx(), clock: () => new Date(now.getTime() + seconds * 1_000) });
    for (let time = 0; time < 10; time += 1) await ask(did, "often.example", at(time));
    await expect(ask(did, "often.example", at(20))).rejects.toMatchObject({
      kind: "rateLimited",
      retryAfterSeconds: 40,
    });
    expect(await ask(did, "often.example", at(60.5))).toMatchObject({ proven: false });
  });
});

describe("who may", () => {
  const body = { host: HOST };
  it("is for the agent, its organisation and operators; no other token, and not without one", async () => {
    const { did } = await withProvenKey(database());
    const own: Caller = { kind: "agent", credentialId: "c", did, tier: "T1", status: "active" };
    expect(await ask(did, HOST, { ...ctx(), caller: own })).toMatchObject({ proven: false });
    const other = await tokenOf(await registered());
    expect(await post(prove, body, { token: other, params: { did } })).toMatchObject({ status: 403 });
    expect((await post(prove, body, { params: { did } })).status).toBe(401);
    const stranger = { kind: "provider", credentialId: "c", organisation: "Somebody" } as const;
    await expect(ask(did, HOST, { ...ctx(), caller: stranger })).rejects.toMatchObject({ kind: "didMismatch" });
    await expect(listOwnDomains({ ...ctx(), caller: stranger }, { did })).rejects.toMatchObject({
      kind: "didMismatch",
    });
    const token = await tokenOf(did);
    await setStatus(ctx(), { did, status: "suspended", reason: "Test." });
    expect(await post(prove, body, { token, params: { did } })).toMatchObject({
      status: 403,
      body: { code: "SUSPENDED" },
    });
    expect((await post(giveUp, body, { token, params: { did } })).body["code"]).toBe("SUSPENDED");
  });

  it.each([
    "",
    "localhost",
    "127.0.0.1",
    "example.com:443",
    "https://example.com",
    "*.example.com",
    5,
    null,
    undefined,
  ])("is rejected for the host %j with a sentence that says why", async (host) => {
    const { did } = await withProvenKey(database());
    const answer = await post(prove, { host }, { token: await tokenOf(did), params: { did } });
    expect(answer).toMatchObject({ status: 400, body: { error: "Validation error", fields: ["host"] } });
    expect(String(answer.body["message"])).toMatch(/^`host` /);
  });
});

describe("the end of a proof of key", () => {
  it("ends all domains at once: by another key, or by none", async () => {
    for (const public_key of ["11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", null]) {
      const { did } = await withProvenKey(database());
      await proven(did);
      await proven(did, "second.example");
      const { score = 0 } = await standing(did);
      await updateAgent(ctx(), { did, patch: { public_key }, ifMatch: undefined });
      expect(await domainsOf(did)).toEqual([]);
      expect(await rowsOf(did)).toEqual([]);
      expect((await standing(did)).score).toBeLessThanOrEqual(score - 20);
      const ends = ["key.proof_ended", "domain.lost", "domain.lost"];
      expect((await actsOn(did)).filter((kind) => ends.includes(kind))).toEqual(ends);
    }
  });

  it("does not come by a registration without a key, or with the same", async () => {
    const { did, publicKey } = await withProvenKey(database());
    await proven(did);
    const token = await tokenOf(did);
    expect((await post(register, { did, name: "A" }, { token })).body["domains"]).toEqual([HOST]);
    expect((await post(register, { did, name: "B", public_key: publicKey }, { token })).body["domains"]).toEqual([
      HOST,
    ]);
  });

  it("during the look leaves nothing stored", async () => {
    const { did } = await withProvenKey(database());
    const slow = async () => {
      await updateAgent(ctx(), { did, patch: { public_key: null }, ifMatch: undefined });
      return { method: "dns" } as const;
    };
    await expect(proveDomain(ctx(), { did, host: HOST }, slow)).rejects.toMatchObject({ kind: "conflict" });
    expect(await rowsOf(did)).toEqual([]);
    expect(await domainsOf(did)).toEqual([]);
  });
});

it("a proof and its end store nothing if the agent was suspended during the look", async () => {
  const { did } = await withProvenKey(database());
  await proveDomain(ctx(), { did, host: "first.example" }, async () => ({ method: "dns" }));
  const caller: Caller = { kind: "agent", credentialId: "c", did, tier: "T1", status: "active" };
  const held = { ...ctx(), caller };
  const slow = async () => {
    await setStatus(ctx(), { did, status: "suspended", reason: "Bad." });
    return { method: "dns" } as const;
  };
  await expect(proveDomain(held, { did, host: HOST }, slow)).rejects.toMatchObject({ kind: "suspended" });
  await expect(giveUpDomain(held, { did, host: "first.example" })).rejects.toMatchObject({ kind: "suspended" });
  expect((await rowsOf(did)).map(({ host }) => host)).toEqual(["first.example"]);
});

describe("giving up", () => {
  it("ends one host, and is logged", async () => {
    const { did } = await withProvenKey(database());
    const { score } = await standing(did);
    await proven(did);
    await proven(did, "second.example");
    expect(await giveUpDomain(ctx(), { did, host: HOST })).toEqual({ did, domains: ["second.example"] });
    expect((await giveUpDomain(ctx(), { did, host: "second.example" })).domains).toEqual([]);
    expect((await standing(did)).score).toBe(score);
    expect((await actsOn(did)).slice(-2)).toEqual(["domain.given_up", "domain.given_up"]);
    await expect(giveUpDomain(ctx(), { did, host: HOST })).rejects.toMatchObject({ kind: "conflict" });
  });

  it("concurrently with another, fails for one of them", async () => {
    const { did } = await withProvenKey(database());
    await proven(did);
    const both = await Promise.allSettled([1, 2].map(() => giveUpDomain(ctx(), { did, host: HOST })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await actsOn(did)).filter((kind) => kind === "domain.given_up")).toHaveLength(1);
  });
});
