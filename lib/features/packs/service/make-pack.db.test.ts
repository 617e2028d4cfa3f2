import { strFromU8 } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/authority/context";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { agentForm } from "@/lib/features/access/applications/testing/form";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { reportFixtures } from "@/lib/features/incidents/reports/testing/fixtures";
import { replyFixtures } from "@/lib/features/replies/testing/fixtures";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { guardOf } from "@/lib/ledger/guard/guard";
import { readHead } from "@/lib/ledger/head";
import { send } from "@/lib/testing/routes";
import { getEvidencePack } from "../contract";
import { jsonIn, packChecker, packOf, unpacked } from "../testing/packs";
import { makePack } from "./make-pack";

const office = reportFixtures();
const fixtures = replyFixtures(office.database);
const { ctx, registered, operator, accused, reply, decide, move, open } = fixtures;
const { check, fileOf } = packChecker();
const anyone = (): Context => ({ ...ctx(), caller: { kind: "anonymous" } });
const DAY_MILLISECONDS = 86_400_000;

let jwks: string;
beforeAll(async () => {
  await ensureSigningKey(office.database(), undefined, new Date());
  jwks = fileOf("jwks.json", JSON.stringify(await listKeys(ctx())));
});

/** An agent with a version, audits, a sealed incident, and a reply that was decided. */
async function eventful() {
  const { did, token, operating, id } = await accused();
  await updateAgent(ctx(), { did, patch: { description: "It asks twice." }, ifMatch: undefined });
  await reply(id, token, "Clause 14 is quoted <b>in full</b>.");
  await decide(id, did, "upheld", operating);
  await move(id, "RESOLVED", operating);
  await move(id, "EXPORTED", operating);
  return { did, token, operating, id };
}

describe("an evidence pack", () => {
  it("has records, replies and acts, and audit.mjs finds which of them are proven, and which are only stated", async () => {
    const { did, id } = await eventful();
    const pack = await packOf(anyone(), { did });
    const files = unpacked(pack);
    expect(Object.keys(files).slice(0, 7)).toEqual([
      ...["agent.json", "standing.json", "history.json", "keys.json", "rfcs.json"],
      ...["checkpoints/council", "checkpoints/anchors"],
    ]);
    expect(Object.keys(files).slice(-3)).toEqual(["index.html", "SHA256SUMS", "statement.json"]);
    const { code, verdict, states } = await check(pack, "--keys", jwks);
    expect([code, verdict]).toEqual([0, expect.stringMatching(/^OK: whole and signed: /)]);
    const { seal, timeline } = jsonIn(files, `incidents/${id}.json`);
    expect(states).toMatchObject({
      "agent.json": "only stated",
      "standing.json": "only stated",
      [`incidents/${id}.json`]: "proven",
      [`anchors/${seal.anchor_seq}.json`]: "proven",
      // The log has no public salt for a reply.
      [`replies/incident-${id}.json`]: "only stated",
      [`acts/${timeline[0].seq}.json`]: "proven",
    });
    const audits = Object.keys(states).filter((name) => name.startsWith("audits/"));
    expect(audits).toHaveLength(3);
    const [version = ""] = Object.keys(files).filter((name) => name.startsWith("versions/"));
    expect(jsonIn(files, version).changes).toEqual([expect.objectContaining({ to: "It asks twice." })]);
    expect(states[version]).toBe("only stated");
    for (const audit of audits) expect(states[audit]).toBe("proven");
  });

  it("has an index that says the same states, without scripts and without addresses of others", async () => {
    const { did, id } = await eventful();
    const pack = await packOf(anyone(), { did });
    const page = strFromU8(unpacked(pack)["index.html"] ?? new Uint8Array());
    const { states } = await check(pack, "--keys", jwks);
    const rows = [...page.matchAll(/<tr><td><time.*?<\/tr>/g)].map(([row]) => row);
    const shown = rows.map((row) => [/href="([^"]+)"/.exec(row)?.[1], /class="state \w+">([^<]+)/.exec(row)?.[1]]);
    expect(shown.length).toBeGreaterThan(8);
    for (const [name = "", state] of shown) expect([name, states[name]]).toEqual([name, state]);
    for (const state of ["proven", "only stated", "erased"]) {
      const [, count] = new RegExp(`<b>([\\d,]+)</b> <span[^>]*>${state}`).exec(page) ?? [];
      expect([state, Number(count)]).toEqual([state, Object.values(states).filter((each) => each === state).length]);
    }
    expect(shown.map(([name]) => name)).toContain(`incidents/${id}.json`);
    expect(page).not.toMatch(/<script|<img|<link|https?:|\son\w+=/);
    for (const [, address = ""] of page.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(Object.keys(unpacked(pack)), address).toContain(address);
    }
  });

  it("shows erased texts as the public pages do, and proves that their leaves are still there", async () => {
    const { did, id, operating } = await eventful();
    const second = await open({ severity: "LOW", affected: [did], title: "It named Ada Example" }, operating);
    const redaction = { id: String(second.id), fields: ["title"], reason: "A name." };
    await redactRecord(operator(), { subject: "incident", ...redaction });
    const pack = await packOf(anyone(), { did });
    const files = unpacked(pack);
    const { code, states } = await check(pack, "--keys", jwks);
    const { timeline } = jsonIn(files, `incidents/${second.id}.json`);
    expect([code, states[`incidents/${second.id}.json`], states[`acts/${timeline[0].seq}.json`]]).toEqual([
      ...[0, "erased", "erased"],
    ]);
    expect(states[`incidents/${id}.json`]).toBe("proven");
    for (const [name, bytes] of Object.entries(files)) expect(strFromU8(bytes), name).not.toContain("Ada Example");
  });

  it("has nothing that the public pages do not show", async () => {
    const { did } = await eventful();
    await office.reported({ text: `The private words about ${did}.`, email: "reporter@private.example", did });
    const form = agentForm({ email: "applicant@private.example" });
    await office.sent(form);
    await issueCredential(ctx(), { kind: "operator", role: "owner", label: "Grace Private" });
    await issueCredential(ctx(), { kind: "agent", did, label: "A private label" });
    const files = unpacked(await packOf(anyone(), { did }));
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("\n");
    for (const secret of ["private words", "private.example", "Grace Private", "A private label"]) {
      expect(all).not.toContain(secret);
    }
    expect(all).not.toMatch(/"kind": "(credential|application|report|operator)\./);
  });

  it("is made for suspended, withdrawn and listed agents too; for no unknown one", async () => {
    const suspended = await registered();
    await setStatus(operator(), { did: suspended, status: "suspended", reason: "It leaked a key." });
    const files = unpacked(await packOf(anyone(), { did: suspended }));
    expect(jsonIn(files, "agent.json").status).toBe("suspended");
    const kinds = Object.keys(files).flatMap((name) => (name.startsWith("acts/") ? jsonIn(files, name).kind : []));
    expect(kinds).toContain("agent.suspended");
    const withdrawn = await registered(freshDid(), "Meridian");
    await withdrawAgent(ctx(), { did: withdrawn, withdrawn: true, reason: "No longer used." });
    expect(jsonIn(unpacked(await packOf(anyone(), { did: withdrawn })), "agent.json").status).toBe("withdrawn");
    const server = { name: "com.example/listed", description: "Counts birds.", version: "1.0.0" };
    const registration = registrationOfServerJson(server);
    const bytes = Buffer.from(JSON.stringify(server));
    await importAgent(ctx(), registration, { kind: "mcp-server-json", bytes });
    expect((await check(await packOf(anyone(), { did: registration.did }), "--keys", jwks)).code).toBe(0);
    await expect(packOf(anyone(), { did: "did:fed:s1:nobody" })).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("the period", () => {
  it("leaves out other times, and cannot be longer than 90 days", async () => {
    const { did, id } = await eventful();
    const to = new Date(Date.now() - 2 * DAY_MILLISECONDS);
    const before = unpacked(await packOf(anyone(), { did, to }));
    expect(Object.keys(before).filter((name) => /^(audits|incidents|replies|acts)/.test(name))).toEqual([]);
    const from = new Date(Date.now() - DAY_MILLISECONDS);
    expect(Object.keys(unpacked(await packOf(anyone(), { did, from })))).toContain(`incidents/${id}.json`);
    const long = { did, from: new Date(Date.now() - 91 * DAY_MILLISECONDS) };
    await expect(packOf(anyone(), long)).rejects.toMatchObject({ kind: "invalid", field: "from" });
    const late = { did, from: new Date(Date.now() + 60_000) };
    await expect(packOf(anyone(), late)).rejects.toMatchObject({ kind: "invalid" });
  });
});

describe("the limits", () => {
  it("leave out the oldest acts of a large pack, which says so everywhere; with a token it is complete", async () => {
    const did = await registered();
    const details = { reason: "x".repeat(250_000) };
    for (let act = 0; act < 48; act += 1) {
      const large = { kind: "agent.suspended", actor: "system", subject: did, details };
      await office.database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, large, new Date()));
    }
    const cut = await packOf(anyone(), { did });
    const files = unpacked(cut);
    const bytes = Object.values(files).reduce((sum, one) => sum + one.length, 0);
    expect(bytes).toBeGreaterThan(9_500_000);
    expect(bytes).toBeLessThan(11_000_000);
    const said = "acts: 28 of 48";
    expect(strFromU8(files["LEFT-OUT.txt"] ?? new Uint8Array())).toContain(said);
    expect(strFromU8(files["index.html"] ?? new Uint8Array())).toContain("This pack is not complete");
    const { code, verdict } = await check(cut, "--keys", jwks);
    expect([code, verdict]).toEqual([2, expect.stringContaining(`but not complete. The service left out ${said}`)]);
    // A reader that has the beginning of it holds the turn until it leaves.
    const ask = () => send(getEvidencePack, { params: { did } });
    const reader = (await ask()).body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(100);
    const refused = await ask();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    await reader?.cancel();
    await vi.waitFor(async () => {
      const next = await ask();
      await next.body?.cancel();
      expect(next.status).toBe(200);
    });
    const whole = await packOf(operator(), { did });
    expect(Object.keys(unpacked(whole))).not.toContain("LEFT-OUT.txt");
    expect((await check(whole, "--keys", jwks)).code).toBe(0);
  });

  it("let one pack at a time be made for callers without a token, and one for members", async () => {
    const did = await registered();
    const ending = new AbortController();
    await makePack(anyone(), { did }, ending.signal);
    const refused = await packOf(anyone(), { did }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "rateLimited", retryAfterSeconds: expect.any(Number) });
    expect((await packOf(operator(), { did })).length).toBeGreaterThan(1_000);
    ending.abort();
    expect((await packOf(anyone(), { did })).length).toBeGreaterThan(1_000);
  });

  it("let a stranger that does not read hold the turn for 20 seconds, and a member for two minutes", async () => {
    const { did, operating } = await eventful();
    const timers = vi.spyOn(globalThis, "setTimeout");
    for (const [asker, patience] of [
      [{}, 20_000],
      [{ token: operating }, 120_000],
    ] as const) {
      const { body } = await send(getEvidencePack, { params: { did }, ...asker });
      await vi.waitFor(() => expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(patience));
      await body?.cancel();
    }
    const all = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    expect(all.indexOf(20_000)).toBeLessThan(all.indexOf(120_000));
    timers.mockRestore();
  });

  it("make no pack while the guard of a log refuses it", async () => {
    const did = await registered();
    const head = await readHead(office.database(), COUNCIL_LOG);
    const guard = guardOf(office.database(), head);
    Object.assign(guard, {
      stop: { reason: "The log is stopped.", checkedAt: performance.now() },
      accepted: undefined,
    });
    await expect(packOf(anyone(), { did })).rejects.toMatchObject({
      kind: "unavailable",
      message: "The log is stopped.",
    });
    Object.assign(guard, { stop: undefined });
    expect((await packOf(anyone(), { did })).length).toBeGreaterThan(1_000);
  });
});
