import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sendForm } from "./send-form";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, visitorOf } from "./visitor";

const OWNER = "app/owner/(signed-in)";
const files = readdirSync(OWNER, { recursive: true, encoding: "utf8" });
const PAGES = files.filter((file) => path.basename(file) === "page.tsx");
const SIGN_IN = "/owner/sign-in";

describe("the pages of owners over HTTP", () => {
  let server: SharedServer;
  let operator: string;
  let made = 0;
  beforeAll(async () => {
    server = await sharedServer("plain");
    operator = await server.operatorToken();
  });
  const origin = () => ({ origin: server.url });
  const api = async (token: string, address: string, body?: object) =>
    visitorOf(server.url)(address, {
      headers: bearer(token),
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
  const issued = async (wanted: object) => {
    const { status, json } = await api(operator, "/api/access/credentials", { label: "", ...wanted });
    expect(status).toBe(201);
    return json() as { id: string; token: string };
  };
  /** A registered agent with its token. */
  async function member() {
    made += 1;
    const did = `did:fed:s1:owned-${Date.now().toString(36)}-${made}`;
    const { id, token } = await issued({ kind: "agent", did });
    expect((await api(token, "/api/agent/register", { did, name: "Owned" })).status).toBe(201);
    const profile = async () => (await api(token, `/api/agents/${did}`)).json() as Record<string, unknown>;
    return { did, id, token, profile, page: `/owner/agents/${did}` };
  }
  async function signIn(token: string, headers: Record<string, string> = origin()) {
    const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token }, headers);
    expect(answer.status).toBe(303);
    return String(answer.headers["set-cookie"]);
  }
  const cookieOf = async (token: string) => (await signIn(token)).split(";")[0] ?? "";
  const open = (cookie: string, page = "/owner") => visitorOf(server.url)(page, { headers: { cookie } });
  const send = (cookie: string, page: string, fields: Record<string, string>, part: string) =>
    sendForm(visitorOf(server.url), page, fields, { ...origin(), cookie }, part);

  it.each(PAGES)("%s is for those who are signed in, and read as them", async (file) => {
    expect(readFileSync(path.join(OWNER, file), "utf8")).toContain("readForOwner(");
    const address = `/owner/${path.dirname(file).replace(/\[\w+\]/g, "x")}`.replace(/\/\.?$/, "");
    const answer = await open(`owner-session=${"x".repeat(43)}`, address);
    expect(answer.status).toBe(307);
    expect(answer.headers["location"]).toMatch(/^\/owner\/sign-in/);
  });

  it("binds every form for owners", () => {
    for (const file of files.filter((each) => path.basename(each) === "actions.ts")) {
      expect(readFileSync(path.join(OWNER, file), "utf8"), file).not.toMatch(/"anyone"|"operator"/);
    }
  });

  it("has a cookie of its own, which opens no console, as the console's opens no page here", async () => {
    const { token } = await member();
    expect(await signIn(token)).toMatch(/^owner-session=[\w-]{43}; Path=\/owner; HttpOnly; SameSite=strict$/i);
    const { host } = new URL(server.url);
    const overTls = { origin: `https://${host}`, "x-forwarded-proto": "https" };
    expect(await signIn(token, overTls)).toMatch(/^__Secure-owner-session=[\w-]{43};.*; Secure/i);
    const secret = (await cookieOf(token)).split("=")[1];
    expect((await open(`console-session=${secret}`, "/console")).status).toBe(307);
    const console = await sendForm(visitorOf(server.url), "/console/sign-in", { token: operator }, origin());
    const [, theirs] = /=([\w-]{43});/.exec(String(console.headers["set-cookie"])) ?? [];
    expect((await open(`owner-session=${theirs}`)).status).toBe(307);
    expect((await open(`owner-session=${secret}`)).status).toBe(200);
  });

  it("shows an operator the way to the console, and an owner the way here", async () => {
    const { token } = await member();
    const here = await sendForm(visitorOf(server.url), SIGN_IN, { token: operator }, origin());
    expect(here.body).toContain("Operators sign in at /console/sign-in.");
    const there = await sendForm(visitorOf(server.url), "/console/sign-in", { token }, origin());
    expect(there.body).toContain("Agents and organisations sign in at /owner/sign-in.");
    for (const { headers } of [here, there]) expect(headers["set-cookie"]).toBeUndefined();
  });

  it("leads only to its own pages after that", async () => {
    const { token } = await member();
    for (const to of ["https://evil.example/owner", "//evil.example/owner", "/owner/../console", "/console"]) {
      const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token, to }, origin());
      expect(answer.headers["location"], to).toBe("/owner");
    }
  });

  it("takes over no session that was planted before, and ends the one that the browser had", async () => {
    const { token } = await member();
    const before = await cookieOf(token);
    const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token }, { ...origin(), cookie: before });
    expect(String(answer.headers["set-cookie"])).not.toContain(before);
    expect((await open(before)).status).toBe(307);
    const planted = `owner-session=${"p".repeat(43)}`;
    await sendForm(visitorOf(server.url), SIGN_IN, { token }, { ...origin(), cookie: planted });
    expect((await open(planted)).status).toBe(307);
  });

  it("does nothing with a form from elsewhere, even with a session", async () => {
    const { token, page, profile } = await member();
    const cookie = await cookieOf(token);
    for (const sent of [{}, { origin: "null" }, { origin: "https://evil.example" }]) {
      const fields = { reason: "" };
      const answer = await sendForm(visitorOf(server.url), page, fields, { cookie, ...sent }, "Withdraw Owned");
      expect(answer.status).toBe(403);
    }
    expect(await profile()).toMatchObject({ status: "active", revision: 1 });
  });

  it("is never kept: neither a page of somebody's nor the way in", async () => {
    const { token, page } = await member();
    const cookie = await cookieOf(token);
    for (const address of ["/owner", page, "/owner/credential", SIGN_IN]) {
      for (let times = 0; times < 2; times += 1) {
        const { status, headers } = await open(cookie, address);
        expect([status, headers["x-cache"]], address).toEqual([200, undefined]);
        expect(headers["cache-control"]).toContain("no-store");
      }
    }
    expect((await open("", "/robots.txt")).body).toContain("Disallow: /owner");
  });

  it("shows an agent nobody else's page, and changes nobody else's record", async () => {
    const [mine, theirs] = [await member(), await member()];
    const cookie = await cookieOf(mine.token);
    expect((await open(cookie, theirs.page)).status).toBe(404);
    const forged = { did: theirs.did, reason: "forged" };
    await send(cookie, mine.page, forged, "Withdraw Owned");
    await send(cookie, mine.page, { ...forged, successor: "" }, "Deprecate Owned");
    await send(cookie, mine.page, { did: theirs.did, name: "Forged" }, 'name="provider"');
    expect(await theirs.profile()).toMatchObject({ status: "active", name: "Owned", revision: 1 });
    expect(await theirs.profile()).not.toHaveProperty("deprecated_at");
  });

  it("saves one of two edits of the same revision, and tells the other", async () => {
    const { token, page, profile } = await member();
    const cookie = await cookieOf(token);
    const edit = (name: string) => send(cookie, page, { name }, 'name="provider"');
    const answers = await Promise.all([edit("First"), edit("Second")]);
    const told = answers.filter(({ body }) => body.includes("changed since you opened this form"));
    expect(told).toHaveLength(1);
    const saved = await profile();
    expect(saved).toMatchObject({ revision: 2, name: expect.stringMatching(/First|Second/) });
    expect(told[0]?.body).toContain(saved["name"] === "First" ? "Second" : "First");
  });

  it("lets the owner of a suspended agent read and rotate, and change nothing", async () => {
    const { did, token, page, profile } = await member();
    const cookie = await cookieOf(token);
    await api(operator, `/api/agent/${did}/status`, { status: "suspended", reason: "Looked into." });
    const { body } = await open(cookie, page);
    expect(body.replaceAll("<!-- -->", "")).toContain("Nothing can be changed while the agent is suspended");
    expect(body).not.toContain("Withdraw Owned");
    for (const verb of ["withdraw", "deprecate"]) {
      const refused = await api(token, `/api/agent/${did}/${verb}`, {});
      expect([refused.status, refused.json()]).toMatchObject([403, { error: "Agent suspended" }]);
    }
    expect(await profile()).toMatchObject({ status: "suspended", revision: 1 });
    const rotated = await send(cookie, "/owner/credential", { grace_seconds: "0" }, "Rotate it now");
    expect(rotated.body).toMatch(/fgs_agt_\w{38}/);
  });

  it("shows a new token once, goes on with it, and has it in no address and no log", async () => {
    const { token } = await member();
    const cookie = await cookieOf(token);
    const rotated = await send(cookie, "/owner/credential", { grace_seconds: "0" }, "Rotate it now");
    const [fresh = ""] = /fgs_agt_\w{38}/.exec(rotated.body) ?? [];
    expect((await api(token, "/api/access/me")).status).toBe(401);
    expect((await api(fresh, "/api/access/me")).status).toBe(200);
    for (const address of ["/owner", "/owner/credential"]) {
      const { status, body } = await open(cookie, address);
      expect(status).toBe(200);
      for (const secret of [token, fresh]) expect(body).not.toContain(secret);
    }
    const output = await server.output();
    for (const secret of [token, fresh, cookie.split("=")[1] ?? ""]) expect(output).not.toContain(secret);
  });

  it("ends a session at once when its token is revoked", async () => {
    const { id, token } = await member();
    const cookie = await cookieOf(token);
    expect((await open(cookie)).status).toBe(200);
    expect((await api(operator, `/api/access/credentials/${id}/revoke`, {})).status).toBe(200);
    expect((await open(cookie)).status).toBe(307);
  });
});
