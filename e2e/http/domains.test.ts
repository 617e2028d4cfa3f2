import { createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DnsEntry, startDnsServer } from "@/lib/features/domains/testing/dns-server";
import { sendForm } from "./send-form";
import { type RunningServer, startServer } from "./start-server";
import { bearer, TRUST_LOOPBACK, visitorOf } from "./visitor";

const DID = "did:fed:s1:atlas";
const entries = new Map<string, DnsEntry>();
let names: Awaited<ReturnType<typeof startDnsServer>>;
let server: RunningServer;
let operator: string;
let token: string;

beforeAll(async () => {
  names = await startDnsServer(entries);
  server = await startServer({ env: { ...TRUST_LOOPBACK, DNS_SERVERS: names.address } });
  operator = await server.operatorToken();
  token = (await api(operator, "/api/access/credentials", { kind: "agent", did: DID, label: "" })).json().token;
  const key = generateKeyPairSync("ed25519").privateKey;
  const public_key = createPublicKey(key).export({ format: "jwk" }).x;
  await api(token, "/api/agent/register", { did: DID, name: "Atlas", public_key });
  const { challenge, message } = (await api(token, `/api/agent/${DID}/key/challenge`, {})).json();
  const signature = sign(null, Buffer.from(message), key).toString("base64url");
  expect((await api(token, `/api/agent/${DID}/key/proof`, { challenge, signature })).status).toBe(200);
});
afterAll(async () => {
  names.stop();
  await server.stop();
  await server.cleanUp();
});

const api = (as: string, address: string, body?: object) =>
  visitorOf(server.url)(address, {
    headers: bearer(as),
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
const prove = async (host: string) => (await api(token, `/api/agent/${DID}/domain`, { host })).json();

describe("proof of domain over HTTP", () => {
  it("names the text to publish, finds it after publication, and shows the domain to everyone", async () => {
    const { proven, publish } = await prove("Bücher.example");
    expect({ proven, name: publish.dns.name }).toEqual({
      proven: false,
      name: "_fgs-challenge.xn--bcher-kva.example",
    });
    entries.set(publish.dns.name, { txt: [[publish.dns.value.slice(0, 200), publish.dns.value.slice(200)]] });
    expect(await prove("xn--bcher-kva.example")).toMatchObject({ proven: true, method: "dns" });
    const everyone = visitorOf(server.url);
    expect((await everyone(`/api/agents/${DID}`)).json()).toMatchObject({ domains: ["xn--bcher-kva.example"] });
    expect((await everyone(`/agents/${DID}`)).body).toContain("controls xn--bcher-kva.example");
    expect((await everyone(`/agents/${DID}.md`)).body).toContain("xn--bcher-kva.example");
    expect((await everyone("/agents")).body).toContain("xn--bcher-kva.example");
    expect((await everyone(`/agents/${DID}.atom`)).body).toContain("proved that it controls xn--bcher-kva.example");
  });

  it("sends no request to a host at a private address, and reveals only that it could not be read", async () => {
    entries.set("inside.example", { a: ["127.0.0.1"] });
    const { problems } = await prove("inside.example");
    expect(problems.did_json).toBe("https://inside.example/.well-known/did.json could not be read.");
    expect(names.asked).toContain("inside.example");
  });

  it("has a form for owners and operators, which shows the text to publish", async () => {
    const ask = visitorOf(server.url);
    for (const [area, as] of [
      ["owner", token],
      ["console", operator],
    ] as const) {
      const host = `${area}.example`;
      const origin = { origin: server.url };
      const signedIn = await sendForm(ask, `/${area}/sign-in`, { token: as }, origin);
      const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
      const page = `/${area}/agents/${DID}`;
      const send = (fields: Record<string, string>, part: string) =>
        sendForm(ask, page, fields, { ...origin, cookie }, part);
      expect((await send({ host: "127.0.0.1" }, "domain-host")).body).toContain("must be a public host name");
      const asked = await send({ host }, "domain-host");
      const [value = ""] = /fgs-domain-proof=v1[^<"&]*/.exec(asked.body) ?? [];
      expect(value).toContain(`did=${DID}`);
      entries.set(`_fgs-challenge.${host}`, { txt: [[value]] });
      await send({ host }, "domain-host");
      const isShown = async () => (await ask(page, { headers: { cookie } })).body.includes(`<b>${host}</b>`);
      expect(await isShown()).toBe(true);
      await send({}, `Give up ${host}`);
      expect(await isShown()).toBe(false);
    }
  });
});
