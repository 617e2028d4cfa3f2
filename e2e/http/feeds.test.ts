import { randomUUID } from "node:crypto";
import { parseFeed } from "feedsmith";
import { beforeAll, describe, expect, it } from "vitest";
import { profileHref } from "@/components/marks/profile-href";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, visitorOf } from "./visitor";

let server: SharedServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer("roomy");
  operator = bearer(await server.operatorToken());
});

const ask = (path: string, options: Parameters<ReturnType<typeof visitorOf>>[1] = {}) =>
  visitorOf(server.url)(path, options);
const post = async (path: string, body: object) => {
  const response = await ask(path, { method: "POST", headers: operator, body });
  expect([200, 201]).toContain(response.status);
  return JSON.parse(response.body);
};
const freshDid = (end = "") => `did:fed:s1:followed-${randomUUID().slice(0, 8)}${end}`;

/** Returns the titles of a feed's entries, which must be the same in both forms. */
async function titlesOf(path: string): Promise<(string | undefined)[]> {
  const [atom, json] = await Promise.all([".atom", ".json"].map((form) => ask(path.replace(".*", form))));
  const [one, other] = [parseFeed(atom?.body ?? ""), parseFeed(json?.body ?? "")];
  if (one.format !== "atom" || other.format !== "json") throw new Error("not both forms");
  const titles = one.feed.entries?.map(({ title }) => title?.value) ?? [];
  expect(other.feed.items?.map(({ title }) => title) ?? []).toEqual(titles);
  return titles;
}

describe("the feeds of agents", () => {
  it("contain a new member at once, with the directory's filters, for any name", async () => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const feed = `/agents.*?q=${word}`;
    expect(await titlesOf(feed)).toEqual([]);
    const name = `]]></title><script>${word}</script>&amp; \u202egnp`;
    await post("/api/agent/register", { did: freshDid(), name, description: "Says \u0007 nothing." });
    expect(await titlesOf(feed)).toEqual([`]]></title><script>${word}</script>&amp; gnp`]);
    expect((await ask(`/agents.atom?q=${word}`)).body).not.toMatch(/<script|(?!\n)\p{Cc}|\u202e/u);
    expect(await titlesOf(`/agents.*?q=${word}&tier=T4`)).toEqual([]);
  });

  it("of one agent contain its changes, newest first, with the reasons", async () => {
    const did = freshDid();
    const feed = `/agents/${did}.*`;
    await post("/api/agent/register", { did, name: "Tarn" });
    await post("/api/council/audit", { did, verdict: "pass", summary: "Read line by line." });
    await post(`/api/agent/${did}/tier`, { tier: "T2", reason: "Known for years." });
    const { id } = await post("/api/incident/open", { title: "It lost a page", severity: "LOW", affected: [did] });
    await post(`/api/agent/${did}/status`, { status: "suspended", reason: "Asked for a pause." });
    const titles = await titlesOf(feed);
    expect(titles).toEqual([
      "Tarn: suspended",
      `Tarn: incident ${id}, low, open`,
      "Tarn: granted tier T2",
      "Tarn: audit passed",
      "Tarn: joined the federation",
    ]);
    const { body } = await ask(`/agents/${did}.json`);
    for (const said of ["Asked for a pause.", "Known for years.", "Read line by line.", "It lost a page"]) {
      expect(body).toContain(said);
    }
  });

  it("contain a change in the next response, and are 304 if unchanged", async () => {
    const did = freshDid();
    await post("/api/agent/register", { did, name: "Plumb" });
    const read = (headers = {}) => ask(`/agents/${encodeURIComponent(did)}.atom`, { headers });
    const first = await read();
    const known = { "if-none-match": String(first.headers["etag"]) };
    expect(await read(known)).toMatchObject({ status: 304, body: "" });
    await post(`/api/agent/${did}/status`, { status: "suspended", reason: "A pause." });
    const next = await read(known);
    expect(next).toMatchObject({ status: 200, body: expect.stringContaining("Plumb: suspended") });
  });

  it("of a DID that ends like a feed's address are distinct from its page and its record", async () => {
    const did = freshDid(".json");
    await post("/api/agent/register", { did, name: "Dotted" });
    const page = await ask(profileHref(did));
    expect([page.status, page.body.includes("Dotted")]).toEqual([200, true]);
    expect(await titlesOf(`/agents/${did}.*`)).toEqual(["Dotted: joined the federation"]);
    expect((await ask(profileHref(did.replace(".json", ".atom")))).status).toBe(404);
  });

  it("of an unknown agent are 404, with the API's error text", async () => {
    for (const form of ["atom", "json"]) {
      const { status, body } = await ask(`/agents/${freshDid()}.${form}`);
      expect([status, JSON.parse(body)]).toEqual([404, { error: "Agent not found", code: "NOT_FOUND" }]);
    }
  });
});

it("the feeds of audits and of RFCs contain new records at once", async () => {
  const did = freshDid();
  await post("/api/agent/register", { did });
  expect(await titlesOf(`/audits.*?did=${did}`)).toEqual([]);
  await post("/api/council/audit", { did, verdict: "fail", summary: "It guesses.", findings: ["<b>Guesses</b>"] });
  expect(await titlesOf(`/audits.*?did=${did}&verdict=fail`)).toEqual([`${did}: audit failed`]);
  expect((await ask(`/audits.json?did=${did}`)).body).toContain("&lt;b&gt;Guesses&lt;/b&gt;");
  const before = await titlesOf("/rfcs.*");
  expect(before).toContainEqual(expect.stringMatching(/^RFC 12, proposed: /));
  const text = `Asked in ${randomUUID()}.`;
  await post("/api/rfc/12/review", { verdict: "comment", text });
  expect((await titlesOf("/rfcs.*"))[0]).toMatch(/^RFC 12, a review comments: /);
  expect((await ask("/rfcs.json")).body).toContain(text);
});

it("an entry has the same id for every host of the request, and links of that host", async () => {
  const items = await Promise.all(
    ["localhost", "127.0.0.1"].map(async (host) => {
      const asked = { host: `${host}:${server.port}` };
      return JSON.parse((await ask("/rfcs.json", { headers: asked })).body).items[0];
    }),
  );
  expect(items[0].id).toBe(items[1].id);
  expect(items.map(({ url }) => new URL(url).hostname)).toEqual(["localhost", "127.0.0.1"]);
});
