import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { type RunningServer, startServer } from "./start-server";
import { bearer, freshAddress, longWindow, send, visitorOf } from "./visitor";

/** An agent without requests of an earlier run in Redis. */
const freshDid = () => `did:test:s1:${randomBytes(6).toString("hex")}`;
/** Looks like a token, but is invalid. */
const wrongToken = () => randomBytes(24).toString("base64url");

describe("behind a trusted proxy", () => {
  let server: SharedServer;
  let operator: string;
  beforeAll(async () => {
    server = await sharedServer("counting");
    operator = await server.operatorToken();
  });

  async function issueAgentToken(did: string): Promise<string> {
    const body = { kind: "agent", did, label: "test" };
    const ask = { method: "POST", headers: bearer(operator), body };
    return (await visitorOf(server.url)("/api/access/credentials", ask)).json().token;
  }

  it("counts each address separately", async () => {
    const [first, second] = [visitorOf(server.url), visitorOf(server.url)];
    expect((await first("/api/nope")).remaining).toBe(99);
    expect((await first("/api/nope")).remaining).toBe(98);
    expect((await second("/api/nope")).remaining).toBe(99);
  });

  it("uses the rightmost address that is no trusted proxy", async () => {
    const address = freshAddress();
    await visitorOf(server.url, address)("/api/nope");
    const spoofed = await visitorOf(server.url, `${freshAddress()}, ${address}, 127.0.0.9`)("/api/nope");
    expect(spoofed.remaining).toBe(98);
    const padded = await visitorOf(server.url, `not an address,${address}`)("/api/nope");
    expect(padded.remaining).toBe(97);
    const mapped = await visitorOf(server.url, `::ffff:${address}`)("/api/nope");
    expect(mapped.remaining).toBe(96);
  });

  it("counts an IPv6 network of 64 bits as one client", async () => {
    const network = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}`;
    expect((await visitorOf(server.url, `${network}::1`)("/api/nope")).remaining).toBe(99);
    expect((await visitorOf(server.url, `${network}:ffff:1:2:3`)("/api/nope")).remaining).toBe(98);
    const neighbour = network.replace(/[^:]+$/, (group) => (group === "0001" ? "0002" : "0001"));
    expect((await visitorOf(server.url, `${neighbour}::1`)("/api/nope")).remaining).toBe(99);
  });

  /**
   * Sends requests from new addresses until the token is known: on a busy machine a look-up may be too late for its own
   * request, and then it counts for the next one. @returns what remains for its agent
   */
  async function verify(token: string): Promise<number> {
    const ask = async () => Number((await visitorOf(server.url)("/api/nope", { headers: bearer(token) })).remaining);
    let last = await ask();
    const isCounted = async () => {
      const before = last;
      last = await ask();
      return last === before - 1;
    };
    await expect.poll(isCounted).toBe(true);
    return last;
  }

  it("counts a verified token separately, from any address", async () => {
    const token = await issueAgentToken(freshDid());
    const left = await verify(token);
    const addresses = [freshAddress(), freshAddress()];
    const answers = [];
    for (const address of addresses) {
      answers.push(await visitorOf(server.url, address)("/api/nope", { headers: bearer(token) }));
    }
    expect(answers.map((answer) => answer.remaining)).toEqual([left - 1, left - 2]);
    for (const address of addresses) expect((await visitorOf(server.url, address)("/api/nope")).remaining).toBe(99);
  });

  it("counts all tokens of one agent together", async () => {
    const did = freshDid();
    const tokens = [await issueAgentToken(did), await issueAgentToken(did)];
    for (const token of tokens) await verify(token);
    const ask = visitorOf(server.url);
    const remaining: number[] = [];
    for (const token of tokens) remaining.push(Number((await ask("/api/nope", { headers: bearer(token) })).remaining));
    const [first = 0] = remaining;
    expect(first).toBeLessThan(96);
    expect(remaining).toEqual([first, first - 1]);
  });

  it("does not choose a bucket by an unverified token", async () => {
    const ask = visitorOf(server.url);
    const remaining = [];
    for (const authorization of [
      `Bearer ${wrongToken()}`,
      `Bearer ${wrongToken()}`,
      `Bearer fgs_agt_${"x".repeat(38)}`,
      `Bearer principal:did:test:s1:counted`,
      `Bearer ${operator}x`,
      `Basic ${btoa("a:b")}`,
      "",
    ]) {
      remaining.push((await ask("/api/nope", { headers: { authorization } })).remaining);
    }
    expect(remaining).toEqual([99, 98, 97, 96, 95, 94, 93]);
  });

  it("does not charge an agent for requests of others that name it", async () => {
    const did = freshDid();
    const token = await issueAgentToken(did);
    const stranger = visitorOf(server.url);
    await stranger("/api/nope", {
      headers: { "x-forwarded-user": did, authorization: `Bearer ${did.padEnd(30, "x")}` },
    });
    expect((await visitorOf(server.url)("/api/nope", { headers: bearer(token) })).remaining).toBe(99);
  });

  describe("after 20 unknown tokens of one address", () => {
    const tryWrong = (ask: ReturnType<typeof visitorOf>) =>
      ask("/api/agent/join", { method: "POST", headers: bearer(wrongToken()) });
    const issue = async () => {
      const did = freshDid();
      const order = { method: "POST", headers: bearer(await issueAgentToken(did)), body: { did } };
      return (ask: ReturnType<typeof visitorOf>) => ask("/api/agent/join", order);
    };

    it("accepts a valid one, whether it was used before or not", async () => {
      const ask = visitorOf(server.url);
      const statuses = [];
      for (let attempt = 0; attempt < 25; attempt++) statuses.push((await tryWrong(ask)).status);
      expect(new Set(statuses)).toEqual(new Set([401]));
      const join = await issue();
      expect((await join(ask)).status).toBe(201);
      expect((await join(ask)).status).toBe(200);
    });

    it("looks up one invalid token while four wait, without delay for valid tokens and other addresses", async () => {
      const ask = visitorOf(server.url);
      const join = await issue();
      expect((await join(ask)).status).toBe(201);
      const wrong = Array.from({ length: 80 }, () => tryWrong(ask));
      const valid = Array.from({ length: 5 }, () => join(ask));
      const elsewhere = await tryWrong(visitorOf(server.url));
      expect(elsewhere.status).toBe(401);
      expect(new Set((await Promise.all(valid)).map(({ status }) => status))).toEqual(new Set([200]));
      const refused = (await Promise.all(wrong)).filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      const message = expect.stringContaining("invalid tokens");
      expect(refused[0]?.json()).toMatchObject({ code: "RATE_LIMITED", message });
      expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
      expect((await ask("/health")).status).toBe(200);
    });
  });

  it("does not look up a token with an invalid checksum", async () => {
    const ask = visitorOf(server.url);
    const typo = operator.slice(0, -1) + (operator.endsWith("0") ? "1" : "0");
    for (let attempt = 0; attempt < 25; attempt++) {
      expect((await ask("/api/agent/join", { method: "POST", headers: bearer(typo) })).status).toBe(401);
    }
  });

  it("rejects a revoked token at once, although its bucket is still cached", async () => {
    const ask = visitorOf(server.url);
    const did = freshDid();
    const order = { method: "POST", headers: bearer(operator), body: { kind: "agent", did, label: "test" } };
    const { id, token } = (await ask("/api/access/credentials", order)).json();
    const join = { method: "POST", headers: bearer(token), body: { did } };
    expect((await ask("/api/agent/join", join)).status).toBe(201);
    expect((await ask(`/api/access/credentials/${id}/revoke`, { ...order, body: {} })).status).toBe(200);
    expect((await ask("/api/agent/join", join)).status).toBe(401);
  });
});

describe("with no trusted proxy", () => {
  let server: RunningServer;
  beforeAll(async () => {
    // Here all tests share one address.
    server = await startServer({ env: { ...longWindow(), RATE_LIMIT_REQUESTS: "100000" } });
  });
  afterAll(() => server.cleanUp());

  it("the service's own checks are not counted", async () => {
    let asked = 0;
    await vi.waitUntil(
      async () => {
        asked += 1;
        return (await send(`${server.url}/api/system/status`)).json().checked_at !== null;
      },
      { timeout: 60_000, interval: 200 },
    );
    expect((await send(`${server.url}/api/nope`)).remaining).toBe(100_000 - asked - 1);
  });

  it.each(["x-forwarded-for", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "forwarded"])(
    "does not believe %s",
    async (name) => {
      const { remaining } = await send(`${server.url}/api/nope`);
      const value = name === "forwarded" ? `for=${freshAddress()}` : freshAddress();
      expect((await send(`${server.url}/api/nope`, { headers: { [name]: value } })).remaining).toBe(remaining - 1);
      await expect.poll(server.output).not.toContain(value);
    },
  );

  it("does not use a host or a protocol from the client for links", async () => {
    const headers = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
    };
    const { body } = await send(`${server.url}/openapi.json`, { headers });
    expect(body).toContain(`127.0.0.1:${server.port}`);
    expect(body).not.toContain("evil.example");
    expect(body).not.toContain(`https://127.0.0.1:${server.port}`);
  });
});
