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
  /** Registers an agent. @returns it with its token */
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

  it.each(PAGES)("%s requires a session, and is read with its caller", async (file) => {
    expect(readFileSync(path.join(OWNER, file), "utf8")).toContain("readForOwner(");
    const address = `/owner/${path.dirname(file).replace(/\[\w+\]/g, "x")}`.replace(/\/\.?$/, "");
    const answer = await open(`owner-session=${"x".repeat(43)}`, address);
    expect(answer.status).toBe(307);
    expect(answer.headers["location"]).toMatch(/^\/owner\/sign-in/);
  });

  it("check in every form that the caller is an owner", () => {
    for (const file of files.filter((each) => path.basename(each) === "actions.ts")) {
      expect(readFileSync(path.join(OWNER, file), "utf8"), file).not.toMatch(/"anyone"|"operator"/);
    }
  });

  it("have their own cookie, which does not open the console; the console's cookie opens no page of owners", async () => {
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

  it("name the console's sign-in page to operators, and the console names theirs to owners", async () => {
    const { token } = await member();
    const here = await sendForm(visitorOf(server.url), SIGN_IN, { token: operator }, origin());
    expect(here.body).toContain("Operators sign in at /console/sign-in.");
    const there = await sendForm(visitorOf(server.url), "/console/sign-in", { token }, origin());
    expect(there.body).toContain("Agents and organisations sign in at /owner/sign-in.");
    for (const { headers } of [here, there]) expect(headers["set-cookie"]).toBeUndefined();
  });

  it("redirect only to their own pages after the sign-in", async () => {
    const { token } = await member();
    for (const to of ["https://evil.example/owner", "//evil.example/owner", "/owner/../console", "/console"]) {
      const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token, to }, origin());
      expect(answer.headers["location"], to).toBe("/owner");
    }
  });

  it("accept no session id that was set before the sign-in, and ends the browser's previous session", async () => {
    const { token } = await member();
    const before = await cookieOf(token);
    const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token }, { ...origin(), cookie: before });
    expect(String(answer.headers["set-cookie"])).not.toContain(before);
    expect((await open(before)).status).toBe(307);
    const planted = `owner-session=${"p".repeat(43)}`;
    await sendForm(visitorOf(server.url), SIGN_IN, { token }, { ...origin(), cookie: planted });
    expect((await open(planted)).status).toBe(307);
  });

  it("reject a form from another site, even with a session", async () => {
    const { token, page, profile } = await member();
    const cookie = await cookieOf(token);
    for (const sent of [{}, { origin: "null" }, { origin: "https://evil.example" }]) {
      const fields = { reason: "" };
      const answer = await sendForm(visitorOf(server.url), page, fields, { cookie, ...sent }, "Withdraw Owned");
      expect(answer.status).toBe(403);
    }
    expect(await profile()).toMatchObject({ status: "active", revision: 1 });
  });

  it("are never cached, including the sign-in page", async () => {
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

  it("show an agent only its own page, and change only its own record", async () => {
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

  it("let an owner add a webhook and remove it, and show it to no other owner", async () => {
    const [mine, theirs] = [await member(), await member()];
    const [cookie, foreign] = [await cookieOf(mine.token), await cookieOf(theirs.token)];
    const LIST = "/owner/webhooks";
    const url = `https://hooks.example/${mine.did}`;
    const empty = { kinds: "", dids: "", zones: "", format: "standard" };
    /** Adds one as an owner. @returns its id */
    const added = async (owner: string, token: string) => {
      const { body } = await send(owner, LIST, { url, ...empty }, 'name="kinds"');
      expect(body).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
      const { webhooks } = (await api(token, "/api/webhooks")).json() as { webhooks: { id: string }[] };
      return webhooks[0]?.id ?? "";
    };
    const [id, another] = [await added(cookie, mine.token), await added(foreign, theirs.token)];
    const page = `${LIST}/${id}`;
    expect((await open(cookie, page)).body).toContain(url);
    for (const address of [page, `${LIST}/nothing`]) expect((await open(foreign, address)).status).toBe(404);
    expect((await open(foreign, LIST)).body).not.toContain(id);
    await send(foreign, `${LIST}/${another}`, { id }, 'value="remove"');
    expect((await open(cookie, page)).status).toBe(200);
    await send(cookie, page, {}, 'value="remove"');
    expect((await open(cookie, page)).status).toBe(404);
  });

  it("save one of two edits of the same revision, and report the conflict to the other", async () => {
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

  it("let the owner of a suspended agent read and rotate, but change nothing", async () => {
    const { did, token, page, profile } = await member();
    const cookie = await cookieOf(token);
    await api(operator, `/api/agent/${did}/status`, { status: "suspended", reason: "Looked into." });
    const { body } = await open(cookie, page);
    expect(body.replaceAll("<!-- -->", "")).toContain("You cannot change anything while the agent is suspended");
    expect(body).not.toContain("Withdraw Owned");
    for (const verb of ["withdraw", "deprecate"]) {
      const refused = await api(token, `/api/agent/${did}/${verb}`, {});
      expect([refused.status, refused.json()]).toMatchObject([403, { error: "Agent suspended" }]);
    }
    expect(await profile()).toMatchObject({ status: "suspended", revision: 1 });
    const rotated = await send(cookie, "/owner/credential", { grace_seconds: "0" }, "Rotate it now");
    expect(rotated.body).toMatch(/fgs_agt_\w{38}/);
  });

  it("show a new token once, continue the session with it, and write it to no address or log", async () => {
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

  it("end a session at once when its token is revoked", async () => {
    const { id, token } = await member();
    const cookie = await cookieOf(token);
    expect((await open(cookie)).status).toBe(200);
    expect((await api(operator, `/api/access/credentials/${id}/revoke`, {})).status).toBe(200);
    expect((await open(cookie)).status).toBe(307);
  });
});
