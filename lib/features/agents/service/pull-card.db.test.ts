import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { generateAgentCardSignature } from "@a2a-js/sdk";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { agentSources, agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { send } from "@/lib/testing/routes";
import { getAgentCard, pullAgentCard } from "../card-contract";
import * as contract from "../contract";
import { freshDid, memberFixtures } from "../testing/fixtures";

type Body = Record<string, unknown>;
const database = testDatabase();
const { tokenOf, operatorToken, registered } = memberFixtures(database);

/** The server of an agent's owner: it sends what a test wants. */
let host: Server;
let other: Server;
let respond: (request: IncomingMessage, response: ServerResponse) => void = () => {};
const asked: string[] = [];
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  vi.stubEnv("OUTGOING_ALLOW", "127.0.0.1/32:*");
  const serve = () =>
    createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      respond(request, response);
    });
  [host, other] = [serve(), serve()];
  await Promise.all([host, other].map((server) => once(server.listen(0, "127.0.0.1"), "listening")));
});
afterEach(() => {
  asked.length = 0;
});
afterAll(() => {
  for (const server of [host, other]) {
    server.closeAllConnections();
    server.close();
  }
});

const cardOf = (more: Body = {}) => ({
  name: "Atlas",
  description: "Translates leases and letters.",
  version: "2.1.0",
  provider: { organization: "Meridian Labs", url: "https://meridian.example" },
  supportedInterfaces: [{ url: `${addressOf(host)}/a2a`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "translate", name: "Translate a lease", description: "Polish to English.", tags: ["polish"] }],
  ...more,
});
const serveText = (text: string | Uint8Array, headers: Record<string, string> = {}, status = 200) => {
  respond = (_, response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
};
const serveCard = (card: Body) => serveText(JSON.stringify(card, null, 2));

async function answer(endpoint: Parameters<typeof send>[0], sent: Parameters<typeof send>[1]) {
  const response = await send(endpoint, sent);
  const text = await response.text();
  return { status: response.status, text, body: (text ? JSON.parse(text) : {}) as Body, headers: response.headers };
}

async function member(more: Body = {}) {
  const did = freshDid("atlas");
  const token = await tokenOf(did);
  const endpoints = [{ protocol: "a2a", url: `${addressOf(host)}/a2a`, transport: "JSONRPC" }];
  const body = {
    did,
    name: "Old",
    model: "atlas-2",
    homepage: "https://atlas.example",
    capabilities: ["x"],
    endpoints,
  };
  expect((await answer(contract.registerAgent, { token, body: { ...body, ...more } })).status).toBe(201);
  const params = { did };
  const pull = (sent: Body = {}, headers: Record<string, string> = {}) =>
    answer(pullAgentCard, { token, params, body: sent, headers });
  const card = () => answer(getAgentCard, { params });
  const row = async () => (await database().select().from(agents).where(eq(agents.did, did)))[0];
  const source = async () => (await database().select().from(agentSources).where(eq(agentSources.did, did)))[0];
  const acts = () => database().select().from(ledgerActs).where(eq(ledgerActs.subject, did));
  return { did, token, pull, card, row, source, acts };
}
const fieldsOf = (body: Body) => (body["changes"] as { field: string }[]).map(({ field }) => field);

describe("POST /api/agent/{did}/card/pull", () => {
  it("says what the card changes and stores nothing; with apply it writes that, once, with an act and the bytes", async () => {
    const { did, pull, card, row, source, acts } = await member();
    serveCard(cardOf());
    const before = await row();
    const dry = await pull();
    expect(dry.body).toMatchObject({ did, applied: false, revision: before?.revision, card_signature: "unchecked" });
    expect(dry.body["address"]).toBe(`${addressOf(host)}/.well-known/agent-card.json`);
    expect(dry.body["changes"]).toContainEqual({ field: "name", from: "Old", to: "Atlas" });
    expect(dry.body["changes"]).toContainEqual({ field: "capability_manifest.version", to: "2.1.0" });
    expect([await row(), await source(), await acts()]).toEqual([before, undefined, []]);
    expect((await card()).status).toBe(404);

    const applied = await pull({ apply: true, sha256: dry.body["sha256"] });
    expect(applied.body).toMatchObject({ applied: true, revision: (before?.revision ?? 0) + 1 });
    expect(applied.body["changes"]).toEqual(dry.body["changes"]);
    expect(await row()).toMatchObject({
      ...{ name: "Atlas", provider: "Meridian Labs", version: "2.1.0", tags: ["polish"] },
      ...{ skills: ["Translate a lease"], capabilities: ["x", "a2a", "streaming"], model: "atlas-2" },
      ...{ homepage: "https://atlas.example", capabilityManifest: cardOf(), endpoints: before?.endpoints },
    });
    expect(await source()).toMatchObject({ kind: "a2a-card", sha256: dry.body["sha256"] });
    const [act, ...more] = await acts();
    expect([act?.kind, more]).toEqual(["agent.updated", []]);
    expect(act?.details).toMatchObject({ card: dry.body["address"], sha256: dry.body["sha256"] });
    expect((await card()).text).toBe(JSON.stringify(cardOf(), null, 2));
  });

  it("keeps the revision if the card changes nothing, but stores its bytes", async () => {
    const { pull, row, card, acts } = await member();
    serveCard(cardOf());
    await pull({ apply: true });
    const revision = (await row())?.revision;
    serveText(JSON.stringify(cardOf()));
    const again = await pull({ apply: true });
    expect(again.body).toMatchObject({ applied: true, revision, changes: [] });
    expect([(await row())?.revision, (await acts()).length]).toEqual([revision, 1]);
    expect((await card()).text).toBe(JSON.stringify(cardOf()));
  });

  it("replaces the former card: what it no longer says goes", async () => {
    const { pull, row } = await member();
    serveCard(cardOf({ documentationUrl: "https://docs.example", extra: { a: 1, b: 2 } }));
    await pull({ apply: true });
    serveCard(cardOf({ extra: { a: 1 } }));
    expect(fieldsOf((await pull({ apply: true })).body)).toContain("capability_manifest.documentationUrl");
    expect((await row())?.capabilityManifest).toEqual(cardOf({ extra: { a: 1 } }));
  });

  it("reads a card at the endpoint's own address, if that is a card's address", async () => {
    const url = `${addressOf(host)}/agents/7/agent-card.json`;
    const { pull } = await member({ endpoints: [{ protocol: "a2a", url }] });
    serveCard(cardOf({ supportedInterfaces: [{ url: "https://elsewhere.example/a2a" }] }));
    expect((await pull()).body).toMatchObject({ address: url });
    expect(asked).toEqual([url.replace("http://", "")]);
  });

  it("takes the card's endpoints, keeps those of other protocols and the card's address", async () => {
    const url = `${addressOf(host)}/agent-card.json`;
    const mcp = { protocol: "mcp", url: "https://atlas.example/mcp" };
    const old = { protocol: "a2a", url: "https://old.example/a2a" };
    const { pull, row } = await member({ endpoints: [old, mcp, { protocol: "a2a", url }] });
    serveCard(cardOf({ supportedInterfaces: [{ url: "https://new.example/a2a", protocolBinding: "GRPC" }] }));
    const now = { protocol: "a2a", url: "https://new.example/a2a", transport: "GRPC" };
    for (const changed of [true, false]) {
      expect(fieldsOf((await pull({ apply: true })).body).includes("endpoints")).toBe(changed);
      expect((await row())?.endpoints).toEqual([now, mcp, { protocol: "a2a", url }]);
    }
  });

  it("is for the revision that If-Match names, and for the card that was shown", async () => {
    const { pull, row } = await member();
    serveCard(cardOf());
    const dry = await pull({}, { "if-match": '"r1"' });
    expect(dry.status).toBe(200);
    expect((await pull({ apply: true }, { "if-match": '"r9"' })).status).toBe(412);
    serveCard(cardOf({ name: "Another" }));
    const changed = await pull({ apply: true, sha256: dry.body["sha256"] });
    expect(changed).toMatchObject({ status: 409, body: { message: expect.stringContaining("has changed since") } });
    expect((await row())?.revision).toBe(1);
  });

  it("is not applied if the record changed its endpoint while the card was read", async () => {
    const { did, token, pull, row } = await member();
    respond = async (_, response) => {
      const endpoints = [{ protocol: "a2a", url: `${addressOf(other)}/a2a` }];
      await answer(contract.updateAgent, { token, params: { did }, body: { endpoints } });
      response.end(JSON.stringify(cardOf()));
    };
    expect(await pull({ apply: true })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/another endpoint/) },
    });
    expect((await row())?.name).toBe("Old");
  });

  it("is for owners and operators only, and sends no request for anyone else", async () => {
    const { did } = await member();
    serveCard(cardOf());
    const stranger = await tokenOf(await registered());
    const foreign = await registered(freshDid(), "Night Watch");
    expect((await answer(pullAgentCard, { params: { did }, body: {} })).status).toBe(401);
    expect((await answer(pullAgentCard, { params: { did }, body: {}, token: stranger })).status).toBe(403);
    expect((await answer(pullAgentCard, { params: { did: foreign }, body: {}, token: stranger })).status).toBe(403);
    expect(asked).toEqual([]);
    const operator = await operatorToken();
    expect((await answer(pullAgentCard, { params: { did }, body: {}, token: operator })).status).toBe(200);
    const unknown = await answer(pullAgentCard, { params: { did: freshDid() }, body: {}, token: operator });
    expect(unknown.status).toBe(404);
  });

  it("needs an a2a endpoint", async () => {
    const { pull } = await member({ endpoints: [{ protocol: "mcp", url: "https://atlas.example/mcp" }] });
    expect(await pull()).toMatchObject({ status: 409, body: { message: expect.stringContaining("no a2a endpoint") } });
  });

  it("takes a place of its owner, so a host that does not respond holds two requests of one owner", async () => {
    const { pull } = await member();
    const waiting: (() => void)[] = [];
    const arrived = new Promise<void>((both) => {
      respond = (_, response) => {
        waiting.push(() => response.end(JSON.stringify(cardOf())));
        if (waiting.length === 2) both();
      };
    });
    const first = [pull(), pull()];
    await arrived;
    expect(await pull()).toMatchObject({ status: 429, body: { message: expect.stringContaining("one owner") } });
    for (const respondNow of waiting) respondNow();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    serveCard(cardOf());
    expect((await pull()).status).toBe(200);
  });

  it("lists members whose name is the same or looks the same", async () => {
    const { did: atlas } = await member({ name: "Namesake" });
    const { pull } = await member();
    serveCard(cardOf({ name: "N\u0430mesake" }));
    expect((await pull()).body["namesakes"]).toEqual([{ did: atlas, name: "Namesake" }]);
  });
});

describe("a signed card", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const ours = publicKey.export({ format: "jwk" });
  const signed = async (key = privateKey, more: Body = {}) => {
    const header = { alg: "EdDSA", kid: "1", typ: "JOSE", jku: `${addressOf(host)}/jwks.json` };
    return (await generateAgentCardSignature(
      key,
      header,
    )({ ...cardOf(more), signatures: [] } as never)) as unknown as Body;
  };
  async function provenMember() {
    const agent = await member({ public_key: ours });
    await database()
      .update(agents)
      .set({ provenKey: String(ours.x) })
      .where(eq(agents.did, agent.did));
    return agent;
  }

  it("is applied if it is signed by the proven key, and addresses of keys in it are never requested", async () => {
    const { pull, did } = await provenMember();
    serveCard(await signed());
    expect((await pull({ apply: true })).body).toMatchObject({ card_signature: "valid" });
    expect(asked).toHaveLength(1);
    expect((await answer(contract.getAgent, { params: { did } })).body["card_signature"]).toBe("valid");
  });

  it.each([
    ["by another key", () => signed(generateKeyPairSync("ed25519").privateKey)],
    ["changed after it was signed", async () => ({ ...(await signed()), name: "Changed" })],
  ])("is rejected if it is %s", async (_, card) => {
    const { pull, row, source } = await provenMember();
    serveCard(await card());
    for (const apply of [false, true]) {
      expect(await pull({ apply })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining("signatures") },
      });
    }
    expect([(await row())?.revision, await source()]).toEqual([1, undefined]);
  });
});

describe("a hostile card is rejected with one sentence, and nothing of it is stored:", () => {
  const skills = (count: number) => Array.from({ length: count }, () => ({ id: "a" }));
  const json = (more: Body) => JSON.stringify(cardOf(more));

  it.each<[string, () => void, RegExp]>([
    ["100 MB", () => endless(), /could not be read/],
    [
      "100 MB packed",
      () => serveText(gzipSync(Buffer.alloc(100_000_000)), { "content-encoding": "gzip" }),
      /could not be read/,
    ],
    ["10,000 skills", () => serveText(json({ skills: skills(10_000) })), /could not be read/],
    ["201 skills", () => serveText(json({ skills: skills(201) })), /more than 200 skills/],
    [
      "numbers that are longer when they are written out",
      () => serveText(`${json({}).slice(0, -1)},"n":[${"1e20,".repeat(10_000)}0]}`),
      /more than 65536 bytes/,
    ],
    ["HTML", () => serveText("<!doctype html><title>Atlas</title>", { "content-type": "text/html" }), /not JSON/],
    ["nothing", () => serveText(""), /not JSON/],
    ["another value", () => serveText('["card"]'), /not an A2A agent card/],
    ["an MCP server", () => serveText('{"name":"org.example/x","version":"1","packages":[]}'), /not an A2A agent card/],
    ["a card without an address", () => serveText(json({ supportedInterfaces: [] })), /not an A2A agent card/],
    [
      "deep JSON",
      () => serveText(json({}).replace('"version"', `"deep":${"[".repeat(30_000)}${"]".repeat(30_000)},"version"`)),
      /nested at most 32 deep/,
    ],
    ["a key that is a prototype's", () => serveText(json({}).replace('"version"', '"__proto__"')), /__proto__/],
    ["NUL", () => serveText(json({ note: "a\0b" })), /NUL/],
    ["a lone surrogate", () => serveText(json({}).replace("leases", "\\ud800")), /surrogate/],
    ["UTF-16", () => serveText(Buffer.from(`\ufeff${json({})}`, "utf16le")), /not UTF-8/],
    [
      "a declared UTF-16",
      () => serveText(json({}), { "content-type": "application/json; charset=utf-16" }),
      /not UTF-8/,
    ],
    ["Latin-1", () => serveText(Buffer.from(json({ name: "Käthe" }), "latin1")), /not UTF-8/],
    ["a byte order mark", () => serveText(`\ufeff${json({})}`), /not JSON/],
    ["a long name", () => serveText(json({ name: "n".repeat(201) })), /`name` must have at most 200 characters/],
    ["a name turned around", () => serveText(json({ name: "Atlas\u202egnp" })), /invisible characters/],
    [
      "an organisation with hidden letters",
      () => serveText(json({ provider: { organization: "Meri\u200bdian" } })),
      /invisible characters/,
    ],
    ["another DID", () => serveText(json({ did: "did:fed:s1:glossa" })), /names another DID/],
    ["a DID that is none", () => serveText(json({ did: 7 })), /names another DID/],
    [
      "another agent of the host",
      () => serveText(json({ supportedInterfaces: [{ url: `${addressOf(host)}/b` }] })),
      /neither/,
    ],
    ["an interface that is none", () => serveText(json({ supportedInterfaces: [null, 7, {}] })), /neither/],
    ["another status", () => serveText("{}", {}, 404), /the response status is 404/],
    ["a redirect to another host", () => redirect(() => `${addressOf(other)}/card`), /could not be read/],
    ["a redirect to metadata", () => redirect(() => "http://169.254.169.254/latest"), /could not be read/],
    ["endless redirects", () => redirect(() => "/again"), /could not be read/],
    ["a cut body", () => serveCut(), /could not be read/],
  ])("%s", async (_, serve, said) => {
    const { pull, row, source, acts } = await member();
    serve();
    const { status, body } = await pull({ apply: true });
    expect([status, body["code"], body["message"]]).toEqual([409, "CONFLICT", expect.stringMatching(said)]);
    expect(String(body["message"])).not.toMatch(/ECONN|ENOT|socket|169\.254/);
    expect([(await row())?.revision, await source(), await acts()]).toEqual([1, undefined, []]);
    expect(asked.some((address) => address.startsWith(addressOf(other).slice(7)))).toBe(false);
  });

  function endless(): void {
    respond = (_, response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(65_536, " "), () => setImmediate(more));
      more();
    };
  }
  function serveCut(): void {
    respond = (_, response) => response.writeHead(200, { "content-length": "99" }).write("{", () => response.destroy());
  }
  function redirect(to: () => string): void {
    respond = (_, response) => response.writeHead(302, { location: to() }).end();
  }
});

describe("GET /api/agents/{did}/card", () => {
  it("is the manifest if that is a card, with the media type of JSON", async () => {
    const { card } = await member({ capability_manifest: cardOf() });
    const { status, body, headers } = await card();
    expect([status, body, headers.get("content-type")]).toEqual([200, cardOf(), "application/json"]);
  });

  it.each([
    ["has no manifest", {}],
    ["has another manifest", { capability_manifest: { name: "x", skills: ["a"] } }],
    [
      "is an MCP server",
      { capability_manifest: { name: "org.example/x", version: "1", remotes: [{ url: "https://a.example" }] } },
    ],
  ])("is not found for an agent that %s", async (_, more) => {
    const { card } = await member(more);
    expect(await card()).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("is not found for a DID without an agent", async () => {
    for (const did of ["did:fed:s1:nobody", "\0"])
      expect((await answer(getAgentCard, { params: { did } })).status).toBe(404);
  });

  it("is the manifest again if the record has got another since", async () => {
    const { did, token, pull, card } = await member();
    serveCard(cardOf());
    await pull({ apply: true });
    const body = { capability_manifest: { version: "3.0.0" } };
    await answer(contract.updateAgent, { token, params: { did }, body });
    expect((await card()).body).toEqual(cardOf({ version: "3.0.0" }));
  });
});
