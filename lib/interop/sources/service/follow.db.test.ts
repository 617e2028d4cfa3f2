import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { agentSources, agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { type SourceRun, sourceRecords, sources } from "@/lib/database/schema/sources";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import type { SourceAction, SourceKind } from "../schema";
import { type FakeList, json, startFakeList } from "../testing/fake-list";
import { describeOrigin } from "../view";
import { previewGone } from "./missing-records";
import { runDueSource, runSource } from "./run-source";
import { addSource, decideSource, findOrigin, listSources } from "./sources";

const database = testDatabase();
const { ctx } = memberFixtures(database);
let list: FakeList;
beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
  list = await startFakeList();
});
afterAll(() => list.stop());
let test = 0;
beforeEach(async () => {
  test += 1;
  await database().delete(sources);
});

const serverNamed = (name: string, more: object = {}) => ({
  server: { name: `com.example.t${test}/${name}`, description: "Does it.", version: "1.0.0", ...more },
});
const didOf = (name: string) => `did:mcp:default:com.example.t${test}:${name}`;
const registry = (names: readonly string[], metadata: object = {}) =>
  json({ servers: names.map((name) => serverNamed(name)), metadata: { count: names.length, ...metadata } });

async function follow(kind: SourceKind = "mcp-registry", path = "/"): Promise<string> {
  return (await addSource(ctx(), { kind, address: list.address + path, every_minutes: 60 })).id;
}
async function fetched(id: string): Promise<SourceRun> {
  const run = await runSource(ctx(), id, list.ask);
  if (!run) throw new Error("it was not fetched");
  return run;
}
/** Makes an hour pass for all missing records. */
const anHourPasses = () =>
  database().update(sourceRecords).set({ missingSince: sql`missing_since - interval '61 minutes'` });
/** The status of an agent; `listed` for a listed record in use. */
const statusOf = async (did: string) => {
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  return row?.listed && row.status === "unverified" ? "listed" : row?.status;
};
const rowOf = async (did: string) => (await database().select().from(agents).where(eq(agents.did, did)))[0];
const actsOf = async (id: string) =>
  (
    await database()
      .select({ kind: ledgerActs.kind })
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `source:${id}`))
      .orderBy(ledgerActs.seq)
  ).map(({ kind }) => kind);
const decide = (id: string, action: SourceAction) => decideSource(ctx(), { id, action });
const stateOf = async (id: string) => (await listSources(ctx())).find((each) => each.id === id);
/** Makes the next fetch read the complete list. */
const forgetChanges = () => database().update(sources).set({ since: null });

describe("a followed MCP registry", () => {
  it("is read page by page; its servers become agents of the operators, and a second fetch changes none", async () => {
    list.say((request, response) => {
      const { searchParams } = new URL(request.url ?? "", list.address);
      const at = Number(searchParams.get("cursor") ?? "0");
      registry([`page-${at}`], at < 2 ? { nextCursor: String(at + 1) } : {})(request, response);
    });
    const id = await follow("mcp-registry", "/some/base");
    expect(await fetched(id)).toMatchObject({ complete: true, registered: 3, refused: 0 });
    expect(list.asked.at(-1)).toBe("/some/base/v0.1/servers?limit=100&version=latest&cursor=2");
    expect(await rowOf(didOf("page-2"))).toMatchObject({
      ownerKind: "operator",
      status: "unverified",
      trustTier: "T0",
    });
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ registered: 0, updated: 0, unchanged: 3 });
    expect(await actsOf(id)).toEqual(["source.added", "source.imported"]);
  });

  it.each([
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ])("may be written in %s", async (_, bytes) => {
    const body = bytes(JSON.stringify({ servers: [serverNamed("marked")], metadata: { count: 1 } }));
    list.say((_request, response) => void response.writeHead(200).end(body));
    expect(await fetched(await follow())).toMatchObject({ registered: 1, refused: 0 });
    expect(await rowOf(didOf("marked"))).toBeDefined();
  });

  it("is then asked only for its changes, and for the complete list once a day", async () => {
    list.say(registry(["one"], { as_of: "2026-11-24T10:00:00.000Z" }));
    const id = await follow();
    await fetched(id);
    list.say(registry(["two"], { as_of: "2026-11-24T11:00:00.000Z" }));
    expect(await fetched(id)).toMatchObject({ complete: false, registered: 1 });
    expect(list.asked.at(-1)).toContain("updated_since=2026-11-24T10%3A00%3A00.000Z&include_deleted=true");
    await database().update(sources).set({ completeAt: sql`now() - interval '25 hours'` });
    list.say(registry(["one", "two"]));
    expect(await fetched(id)).toMatchObject({ complete: true, unchanged: 2 });
    expect(list.asked.at(-1)).not.toContain("updated_since");
  });

  it.each([
    ["repeats a cursor", (at: number) => String(1 - (at % 2)), /^The list repeats the cursor/],
    ["never ends", (at: number) => String(at + 1), /^The list has more than 500 pages/],
  ])("that %s is an error, and nothing of it is stored", async (_, next, reason) => {
    list.say((request, response) => {
      const at = Number(new URL(request.url ?? "", list.address).searchParams.get("cursor") ?? "0");
      registry([`endless-${at}`], { nextCursor: next(at) })(request, response);
    });
    const id = await follow();
    expect(await fetched(id)).toMatchObject({ failed: expect.stringMatching(reason), registered: 0 });
    expect(await rowOf(didOf("endless-0"))).toBeUndefined();
  });

  it("leaves out superseded versions, and withdraws servers marked as deleted at once", async () => {
    const names = Array.from({ length: 6 }, (_, at) => `kept-${at}`);
    list.say(registry([...names, "leaves"]));
    const id = await follow();
    await fetched(id);
    const official = (fields: object) => ({ _meta: { "io.modelcontextprotocol.registry/official": fields } });
    const changes = [
      { ...serverNamed("kept-0", { version: "0.9.0" }), ...official({ isLatest: false }) },
      // Longer than a record may be. That does not matter, because nothing of it is stored.
      { ...serverNamed("kept-1", { version: "0".repeat(101) }), ...official({ isLatest: false }) },
      {
        ...serverNamed("leaves", { description: "d".repeat(4_001) }),
        ...official({ status: "deleted", isLatest: true }),
      },
    ];
    list.say(json({ servers: changes, metadata: {} }));
    expect(await fetched(id)).toMatchObject({ complete: false, updated: 0, withdrawn: 1, refused: 0 });
    expect([await statusOf(didOf("leaves")), await statusOf(didOf("kept-0"))]).toEqual(["withdrawn", "listed"]);
  });
});

describe("an agent that its source no longer lists", () => {
  const others = Array.from({ length: 5 }, (_, at) => `stays-${at}`);

  async function goneAfter(fetches: number): Promise<string> {
    list.say(registry([...others, "goes"]));
    const id = await follow();
    await fetched(id);
    list.say(registry(others));
    for (let at = 0; at < fetches; at += 1) {
      await forgetChanges();
      await fetched(id);
    }
    return id;
  }

  it("is withdrawn after three complete fetches over an hour, and restored when it is listed again", async () => {
    const id = await goneAfter(1);
    await anHourPasses();
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ complete: true, withdrawn: 0 });
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ withdrawn: 1 });
    expect(await statusOf(didOf("goes"))).toBe("withdrawn");
    list.say(registry([...others, "goes"]));
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ returned: 1, withdrawn: 0 });
    expect(await statusOf(didOf("goes"))).toBe("listed");
  });

  it("is still listed if its record can no longer be stored", async () => {
    const id = await goneAfter(0);
    const deep = `${'{"a":'.repeat(40)}1${"}".repeat(40)}`;
    const record = JSON.stringify(serverNamed("goes")).replace("{", `{"x": ${deep}, `);
    const listed = others.map((name) => JSON.stringify(serverNamed(name)));
    list.say((_request, response) => void response.writeHead(200).end(`{"servers": [${[...listed, record]}]}`));
    for (let at = 0; at < 4; at += 1) {
      await anHourPasses();
      await forgetChanges();
      expect(await fetched(id)).toMatchObject({ complete: true, refused: 1, withdrawn: 0 });
    }
    expect(await statusOf(didOf("goes"))).toBe("listed");
  });

  it("is restored after a suspension here, if it is listed again", async () => {
    const id = await goneAfter(2);
    await anHourPasses();
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ withdrawn: 1 });
    await setStatus(ctx(), { did: didOf("goes"), status: "suspended", reason: "Bad." });
    list.say(registry([...others, "goes"]));
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ returned: 0 });
    await setStatus(ctx(), { did: didOf("goes"), status: "active", reason: "Good." });
    expect(await statusOf(didOf("goes"))).toBe("withdrawn");
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ returned: 1 });
    expect(await statusOf(didOf("goes"))).toBe("listed");
  });

  it("is not restored if an operator here has withdrawn it since then", async () => {
    const id = await goneAfter(2);
    await anHourPasses();
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ withdrawn: 1 });
    const did = didOf("goes");
    await withdrawAgent(ctx(), { did, withdrawn: false, reason: "Still there." });
    await withdrawAgent(ctx(), { did, withdrawn: true, reason: "Asked for." });
    list.say(registry([...others, "goes"]));
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ returned: 0 });
    expect(await statusOf(did)).toBe("withdrawn");
  });

  it("is not withdrawn within the hour, or by a list of changes or a failure", async () => {
    const id = await goneAfter(5);
    expect(await statusOf(didOf("goes"))).toBe("listed");
    await anHourPasses();
    list.say((_, response) => void response.writeHead(500).end());
    expect(await fetched(id)).toMatchObject({ failed: "The response has the status 500." });
    list.say(registry([]));
    expect(await fetched(id)).toMatchObject({ complete: false, withdrawn: 0 });
    expect(await statusOf(didOf("goes"))).toBe("listed");
    expect(
      (
        await database()
          .select()
          .from(sourceRecords)
          .where(eq(sourceRecords.did, didOf("goes")))
      )[0]?.missing,
    ).toBe(5);
  });

  it.each(["accept", "keep"] as const)("stops the source with many others; an operator decides: %s", async (action) => {
    list.say(registry([...others, "goes"]));
    const id = await follow();
    await fetched(id);
    list.say(registry(["stays-0"]));
    for (let at = 0; at < 3; at += 1) {
      if (at === 2) await anHourPasses();
      await forgetChanges();
      await fetched(id);
    }
    expect(await stateOf(id)).toMatchObject({ state: "asking", asks: { gone: 5, of: 6 } });
    const effect = await previewGone(ctx(), id);
    expect(effect).toMatchObject({ agents: 5, tiers: [{ tier: "T0", count: 5 }], tokens: 0 });
    expect(effect.shown.map(({ did }) => did)).toContain(didOf("goes"));
    expect(await statusOf(didOf("goes"))).toBe("listed");
    await database().update(sources).set({ nextAt: sql`now() - interval '1 second'` });
    expect(await runDueSource(database(), list.ask)).toBe(false);
    await expect(decide(id, "run")).rejects.toMatchObject({ kind: "conflict" });
    const stale = decideSource(ctx(), { id, action, gone: 4 });
    await expect(stale).rejects.toThrow("Now 5 agents are missing, and not 4. Load the page again.");
    await decide(id, action);
    expect(await stateOf(id)).toMatchObject({ state: "active", asks: null });
    if (action === "accept") expect(await runDueSource(database(), list.ask)).toBe(false);
    expect(await statusOf(didOf("goes"))).toBe(action === "accept" ? "withdrawn" : "listed");
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ withdrawn: 0 });
    expect(await actsOf(id)).toEqual([
      ...["source.added", "source.imported", "source.stopped"],
      action === "accept" ? "source.gone_accepted" : "source.gone_kept",
    ]);
  });
});

describe("agents that a source did not create, or that operators no longer own", () => {
  it("are not changed by a record of the source or by its absence", async () => {
    await registerAgent(ctx(), { did: didOf("mine"), name: "Mine" });
    list.say(registry(["mine", "taken", ...Array.from({ length: 6 }, (_, at) => `other-${at}`)]));
    const id = await follow();
    const run = await fetched(id);
    expect(run).toMatchObject({ registered: 7, refused: 1 });
    expect(run.refusals).toEqual([expect.stringContaining("is already registered, and not by this source")]);
    expect(await rowOf(didOf("mine"))).toMatchObject({ name: "Mine", revision: 1 });
    await database()
      .update(agents)
      .set({ ownerKind: "agent" })
      .where(eq(agents.did, didOf("taken")));
    list.say(json({ servers: [serverNamed("taken", { description: "Another." })], metadata: {} }));
    expect(await fetched(id)).toMatchObject({ updated: 0, refused: 1 });
    expect(await rowOf(didOf("taken"))).toMatchObject({ description: "Does it." });
    list.say(registry(Array.from({ length: 6 }, (_, at) => `other-${at}`)));
    for (let at = 0; at < 4; at += 1) {
      await forgetChanges();
      expect(await fetched(id)).toMatchObject({ complete: true, withdrawn: 0 });
      await anHourPasses();
    }
    expect(await statusOf(didOf("taken"))).toBe("listed");
  });

  it("keep the text of their record, although only parts changed that a record does not contain", async () => {
    list.say(registry(["owned"]));
    const id = await follow();
    await fetched(id);
    await database()
      .update(agents)
      .set({ ownerKind: "agent" })
      .where(eq(agents.did, didOf("owned")));
    const stored = () =>
      database()
        .select({ sha256: agentSources.sha256 })
        .from(agentSources)
        .where(eq(agentSources.did, didOf("owned")));
    const before = await stored();
    list.say(json({ servers: [serverNamed("owned", { _meta: { x: 1 } })], metadata: {} }));
    await forgetChanges();
    expect(await fetched(id)).toMatchObject({ refused: 1, unchanged: 0 });
    expect(await stored()).toEqual(before);
  });

  it("stay when their source is removed, and then belong to no source", async () => {
    list.say(registry(["left"]));
    const id = await follow();
    await fetched(id);
    await decide(id, "remove");
    expect(await statusOf(didOf("left"))).toBe("listed");
    const again = await follow();
    expect(await fetched(again)).toMatchObject({ registered: 0, refused: 1 });
  });

  it("are not restored if an operator suspended them", async () => {
    list.say(registry(["bad"]));
    const id = await follow();
    await fetched(id);
    await setStatus(ctx(), { did: didOf("bad"), status: "suspended", reason: "Bad." });
    list.say(json({ servers: [serverNamed("bad", { description: "Better." })], metadata: {} }));
    await fetched(id);
    expect(await statusOf(didOf("bad"))).toBe("suspended");
  });
});

describe("a followed ARD publisher", () => {
  const entry = (name: string, more: object = {}) => ({
    identifier: `urn:air:somebody-else.example:agent:${name}`,
    displayName: name,
    type: "application/a2a-agent-card+json",
    url: "https://somebody-else.example/card",
    description: "Translates contracts.",
    representativeQueries: ["translate a lease", "translate a contract"],
    ...more,
  });
  const didAt = (name: string) =>
    `did:ard:default:127.0.0.1%3a${list.port}:urn_3aair_3asomebody-else_2eexample_3aagent_3a${name}`;

  it("gives agents DIDs under the configured host, even if an entry claims another host", async () => {
    list.say(
      json({
        specVersion: "1.0",
        entries: [entry(`a${test}`), entry("registry", { type: "application/ai-registry+json" })],
      }),
    );
    const id = await follow("ard-publisher", "/.well-known/ard.json");
    expect(await fetched(id)).toMatchObject({ registered: 1, refused: 0 });
    expect(await rowOf(didAt(`a${test}`))).toMatchObject({
      ...{ ownerKind: "operator", provider: `127.0.0.1:${list.port}`, skills: [`a${test}`] },
      description: "Translates contracts.",
    });
  });

  it("may state its agents' standing, which is stored with the source and has no effect", async () => {
    const metadata = { "1.0.0.127.trustTier": "T4", "1.0.0.127.trustScore": 99, "com.other.trustTier": "T3" };
    list.say(json({ entries: [entry(`s${test}`, { metadata, trust_tier: "T4", public_key: "x" })] }));
    await fetched(await follow("ard-publisher", "/.well-known/ard.json"));
    const origin = await findOrigin(ctx(), didAt(`s${test}`));
    expect(origin).toEqual({ host: `127.0.0.1:${list.port}`, standing: { tier: "T4", score: 99 } });
    expect(origin && describeOrigin(origin)).toMatch(/states: T4, score 99\. That has no effect here\.$/);
    const row = await rowOf(didAt(`s${test}`));
    expect([row?.trustTier, row?.publicKey]).toEqual(["T0", ""]);
    expect(row?.trustScore).toBeLessThan(30);
  });

  it("with an unchanged ETag is a complete fetch, in which missing agents are still missing", async () => {
    const names = Array.from({ length: 6 }, (_, at) => `e${test}-${at}`);
    list.say(json({ entries: names.map((name) => entry(name)) }, { etag: '"1"' }));
    const id = await follow("ard-publisher", "/.well-known/ard.json");
    await fetched(id);
    list.say(json({ entries: names.slice(1).map((name) => entry(name)) }, { etag: '"2"' }));
    await fetched(id);
    const sent: unknown[] = [];
    list.say((request, response) => {
      sent.push(request.headers["if-none-match"]);
      response.writeHead(304).end();
    });
    expect(await fetched(id)).toMatchObject({ notModified: true, complete: true, withdrawn: 0 });
    await anHourPasses();
    expect(await fetched(id)).toMatchObject({ notModified: true, withdrawn: 1 });
    expect(sent).toEqual(['"2"', '"2"']);
    expect(await statusOf(didAt(names[0] ?? ""))).toBe("withdrawn");
  });
});

describe("a followed agent card", () => {
  it("becomes an agent with a DID from the card's address, not with the DID that it claims", async () => {
    const claimed = `did:fed:s1:claimed-${test}`;
    list.say(json({ name: "Card", description: "Reads.", did: claimed, url: "https://x.example/a2a", skills: [] }));
    const id = await follow("agent-card", `/cards/${test}.json`);
    expect(await fetched(id)).toMatchObject({ registered: 1 });
    expect(await rowOf(claimed)).toBeUndefined();
    expect(await rowOf(`did:a2a:default:127.0.0.1%3A${list.port}:cards:${test}.json`)).toMatchObject({ name: "Card" });
  });
});

describe("a malicious source", () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  it.each([
    ["no JSON", "<html>hello</html>", /is not JSON/],
    ["another shape", "[]", /not a JSON object/],
    ["no list", '{"servers": 3}', /`servers` must be a list/],
    ["a cursor that is not a string", '{"servers": [], "metadata": {"nextCursor": {"a": 1}}}', /cursor/],
    ["a foreign charset", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), /neither UTF-8 nor UTF-16/],
  ])("with %s is an error with one sentence", async (_, body, reason) => {
    list.say((_request, response) => void response.writeHead(200).end(body));
    const run = await fetched(await follow());
    expect(run).toMatchObject({ failed: expect.stringMatching(reason), registered: 0 });
  });

  it.each([
    [
      "deep nesting",
      (): string => `{"server": {"name": "com.example/deep", "description": "x", "version": "1", "x": ${deep(100)}}}`,
    ],
    ["NUL", () => JSON.stringify(serverNamed("nul", { description: "a\0b" }))],
    ["too many bytes", () => JSON.stringify(serverNamed("large", { x: "x".repeat(70_000) }))],
    ["an invalid name", () => JSON.stringify({ server: { name: "<b>", description: "x", version: "1" } })],
    ["a prototype", () => '{"server": {"__proto__": {"name": "com.example/p"}, "name": "com.example/p"}}'],
    ["no object", () => "42"],
  ])("loses only the record with %s", async (_, record) => {
    const good = JSON.stringify(serverNamed("good"));
    list.say((_request, response) => void response.writeHead(200).end(`{"servers": [${record()}, ${good}]}`));
    const run = await fetched(await follow());
    expect(run).toMatchObject({ registered: 1, refused: 1 });
    expect(run).not.toHaveProperty("failed");
    expect(await statusOf(didOf("good"))).toBe("listed");
  });

  it("with more than 20,000 records is an error, and stores none of them", async () => {
    const entries = Array.from({ length: 20_001 }, () => "1");
    list.say((_request, response) => {
      response.writeHead(200).end(`{"servers": [${JSON.stringify(serverNamed("first"))}, ${entries}]}`);
    });
    const run = await fetched(await follow());
    expect(run).toMatchObject({ failed: "The list has more than 20000 records.", registered: 0 });
    expect(await statusOf(didOf("first"))).toBeUndefined();
  });

  it("that repeats a DID keeps only the first record", async () => {
    list.say(json({ servers: [serverNamed("twice"), serverNamed("twice", { description: "Other." })] }));
    expect(await fetched(await follow())).toMatchObject({ registered: 1, refused: 1 });
    expect(await rowOf(didOf("twice"))).toMatchObject({ description: "Does it." });
  });

  it.each(["https://169.254.169.254/", "https://[::1]/", "https://127.0.0.1.nip.example/"])(
    "at %s gets no request, and the error says nothing about the network",
    async (address) => {
      vi.stubEnv("OUTGOING_ALLOW", "");
      const { id } = await addSource(ctx(), { kind: "mcp-registry", address, every_minutes: 60 });
      const before = list.asked.length;
      const { failed } = await fetched(id);
      expect(failed).toMatch(/^The address must be public/);
      expect(list.asked.length).toBe(before);
    },
  );
});

describe("the schedule", () => {
  it("lets one of several instances fetch a source, only when it is due", async () => {
    let asked = 0;
    list.say((request, response) => {
      asked += 1;
      registry(["scheduled"])(request, response);
    });
    const id = await follow();
    const ran = await Promise.all(Array.from({ length: 6 }, () => runDueSource(database(), list.ask)));
    expect([ran.filter(Boolean).length, asked]).toEqual([1, 1]);
    expect(await runDueSource(database(), list.ask)).toBe(false);
    await decide(id, "run");
    expect(await runDueSource(database(), list.ask)).toBe(true);
  });

  it("gives a source to another instance when the lease of a stopped fetch has expired", async () => {
    list.say(registry(["leased"]));
    const id = await follow();
    await database()
      .update(sources)
      .set({ lease: sql`gen_random_uuid()`, leasedUntil: sql`now() + interval '1 minute'` });
    expect(await runSource(ctx(), id, list.ask)).toBeNull();
    await database().update(sources).set({ leasedUntil: sql`now() - interval '1 second'` });
    expect(await fetched(id)).toMatchObject({ registered: 1 });
  });

  it("stores nothing more of a fetch after its source was paused", async () => {
    const id = await follow();
    list.say((request, response) => {
      void decide(id, "pause").then(() => registry(["late"])(request, response));
    });
    expect(await runSource(ctx(), id, list.ask)).toBeNull();
    expect(await rowOf(didOf("late"))).toBeUndefined();
    expect(await stateOf(id)).toMatchObject({ state: "paused", last: null, running: false });
    await decide(id, "resume");
    expect(await stateOf(id)).toMatchObject({ state: "active" });
  });

  it("ends a fetch with the process, and ends its lease", async () => {
    const ended = new AbortController();
    list.say(() => ended.abort());
    const id = await follow();
    expect(await runDueSource(database(), list.ask, ended.signal)).toBe(true);
    expect(await stateOf(id)).toMatchObject({ running: false, last: null });
  });
});

describe("sources", () => {
  it("are only for operators, each address once", async () => {
    await follow();
    await expect(follow()).rejects.toMatchObject({ kind: "conflict" });
    const agent = { ...ctx(), caller: { kind: "agent", credentialId: "c", did: "did:fed:s1:a", tier: "T4" } as const };
    await expect(listSources(agent)).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(
      addSource(agent, { kind: "agent-card", address: "https://x.example/", every_minutes: 5 }),
    ).rejects.toMatchObject({
      kind: "operatorOnly",
    });
  });

  it("show the public log only their host, never the full address", async () => {
    const address = "https://lists.example/v0.1/servers?key=secret";
    const { id } = await addSource(ctx(), { kind: "mcp-registry", address, every_minutes: 60 });
    const [act] = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.subject, `source:${id}`));
    expect(JSON.stringify(act)).not.toContain("secret");
    expect(act?.details).toMatchObject({ host: "lists.example", kind: "mcp-registry" });
  });
});
