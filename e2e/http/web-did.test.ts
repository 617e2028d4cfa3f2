import { spawn } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { calculateJwkThumbprint, exportJWK, importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCertificate, type OwnCertificate } from "./own-certificate";
import { sharedServer } from "./shared-servers";
import { freePort, type RunningServer, startServer } from "./start-server";
import { bearer, send, TRUST_LOOPBACK } from "./visitor";

let folder: string;
/** The folder in which scripts find the packages of this project. */
let scripts: string;
let certificate: OwnCertificate;
let server: RunningServer;
let proxy: Server;
let origin: string;
let own: string;
let operator: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "governance-did-"));
  scripts = mkdtempSync(path.resolve("node_modules", ".guide-"));
  certificate = makeCertificate(folder);
  const port = await freePort();
  origin = `https://localhost:${port}`;
  own = `did:web:localhost%3A${port}`;
  server = await startServer({ env: { ...TRUST_LOOPBACK, PUBLIC_URL: origin } });
  operator = await server.operatorToken();
  const files = { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) };
  proxy = createServer(files, ({ url, method, headers }, response) => {
    const passed = request(server.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.end();
  });
  await once(proxy.listen(port, "127.0.0.1"), "listening");
});
afterAll(async () => {
  proxy?.close();
  await server?.cleanUp();
  for (const each of [folder, scripts]) rmSync(each, { recursive: true, force: true });
});

/** Runs a script that trusts the test's authority. */
async function run(script: string, ...parameters: string[]) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificate.authority };
  const child = spawn(process.execPath, [script, ...parameters], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: child.exitCode ?? (await once(child, "exit"))[0], said, complained };
}
const resolve = async (...dids: string[]) => JSON.parse((await run("e2e/http/resolve-dids.mjs", ...dids)).said);

const post = (place: string, body: object) =>
  send(server.url + place, { method: "POST", headers: bearer(operator), body });
const escaped = (did: string) => did.replaceAll(":", "_3a").replaceAll(".", "_2e");
const webDid = (did: string) => `${own}:agents:${escaped(did)}`;

/** Registers an agent that proves a key. */
async function member(did: string): Promise<{ did: string; kid: string }> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const jwk = await exportJWK(publicKey);
  expect((await post("/api/agent/register", { did, public_key: jwk })).status).toBe(201);
  const { challenge, message } = (await post(`/api/agent/${did}/key/challenge`, {})).json();
  const signature = sign(null, Buffer.from(message), privateKey).toString("base64");
  expect((await post(`/api/agent/${did}/key/proof`, { challenge, signature })).status).toBe(200);
  return { did, kid: await calculateJwkThumbprint(jwk) };
}

/** Writes the script of the guide to a file. */
function guideScript(): string {
  const [, script = ""] =
    /## Check a credential[\s\S]*?```js\n([\s\S]*?)```/.exec(readFileSync("docs/guide.md", "utf8")) ?? [];
  const file = path.join(scripts, "check.mjs");
  writeFileSync(file, script);
  return file;
}
function saved(name: string, jws: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, jws);
  return file;
}

describe("a resolver of did:web, over TLS", () => {
  it("finds the service, with a key for statements that is not the key of the logs", async () => {
    const [{ didDocument, didResolutionMetadata }] = await resolve(own);
    expect(didResolutionMetadata).toEqual({ contentType: "application/did+json" });
    const { keys } = (await send(`${server.url}/.well-known/jwks.json`)).json();
    const purposes = new Map(keys.map(({ kid, purposes: of }: { kid: string; purposes: string[] }) => [kid, of]));
    const kids = didDocument.verificationMethod.flatMap(
      ({ publicKeyJwk }: { publicKeyJwk?: { kid: string } }) => publicKeyJwk?.kid ?? [],
    );
    expect(kids.map((kid: string) => purposes.get(kid))).toEqual([["statement"]]);
    expect([...purposes.values()]).toContainEqual(expect.arrayContaining(["log"]));
  });

  it("finds members with their proven key, suspended ones without it, and no withdrawn or unknown ones", async () => {
    const [active, suspended, withdrawn, long] = [
      await member("did:fed:s1:web.active"),
      await member("did:fed:s1:web-suspended"),
      await member("did:fed:s1:web-withdrawn"),
      await member(`did:fed:s1:${"w".repeat(230)}`),
    ];
    await post(`/api/agent/${suspended.did}/status`, { status: "suspended", reason: "A test." });
    await post(`/api/agent/${withdrawn.did}/withdraw`, { withdrawn: true, reason: "A test." });
    const hash = createHash("sha256").update(long.did).digest("hex");
    const asked = [webDid(active.did), webDid(suspended.did), webDid(withdrawn.did), `${own}:agents:${hash}`];
    const [a, s, w, l, unknown] = await resolve(...asked, webDid("did:fed:s1:nobody"));
    expect(a.didResolutionMetadata).toEqual({ contentType: "application/did+json" });
    expect(a.didDocument).toMatchObject({
      alsoKnownAs: [active.did],
      assertionMethod: [`${webDid(active.did)}#${active.kid}`, expect.stringContaining("#z6Mk")],
    });
    expect(s.didDocument).toMatchObject({ id: webDid(suspended.did), alsoKnownAs: [suspended.did] });
    expect(s.didDocument).not.toHaveProperty("verificationMethod");
    expect(w.didResolutionMetadata).toMatchObject({ error: "notFound", message: expect.stringContaining("Gone") });
    expect(l.didDocument).toMatchObject({
      alsoKnownAs: [long.did],
      verificationMethod: [{ type: "JsonWebKey" }, { type: "Multikey" }],
    });
    expect(unknown.didResolutionMetadata).toMatchObject({ error: "notFound" });
  });
});

describe("a DID document", () => {
  it("can be read from any site, is cached for at most 30 seconds, and has an ETag", async () => {
    const { did } = await member("did:fed:s1:web-headers");
    for (const place of ["/.well-known/did.json", `/agents/${escaped(did)}/did.json`]) {
      const { status, headers } = await send(server.url + place);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "content-type": "application/did+json",
        "cache-control": "public, max-age=30",
        etag: expect.any(String),
      });
      const again = await send(server.url + place, { headers: { "if-none-match": headers.etag } });
      expect([again.status, again.headers["x-cache"]]).toEqual([304, "hit"]);
      expect((await send(server.url + place, { method: "POST" })).status).toBe(405);
    }
  });

  it("shows a suspension at once", async () => {
    const { did } = await member("did:fed:s1:web-at-once");
    const place = `${server.url}/agents/${escaped(did)}/did.json`;
    expect((await send(place)).json()).toHaveProperty("verificationMethod");
    await post(`/api/agent/${did}/status`, { status: "suspended", reason: "A test." });
    expect((await send(place)).json()).not.toHaveProperty("verificationMethod");
  });
});

describe("a credential", () => {
  it("is verified by the script of the guide, with only files and the issuer's document", async () => {
    const { did } = await member("did:fed:s1:web-credential");
    const { status, headers, body } = await send(`${server.url}/api/agents/${encodeURIComponent(did)}/credential`);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "application/vc+jwt",
      "no-cache",
    ]);
    const { code, said } = await run(guideScript(), origin, saved("right.jwt", body));
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(new RegExp(`^${did} T1 \\d{4}-`)) });
  });

  it("is rejected by that script if it is a statement, relabelled, unsigned, or of another key or issuer", async () => {
    const { did } = await member("did:fed:s1:web-hostile");
    const { jws, credential } = (await post("/api/trust/verify", { did })).json();
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());
    const [header, payload, signature] = credential.split(".");
    const [statementHeader, statementPayload, statementSignature] = jws.split(".");
    const [{ didDocument }] = await resolve(own);
    const { kid, ...named } = decode(header);
    const log = (await send(`${server.url}/.well-known/jwks.json`))
      .json()
      .keys.find((key: { purposes: string[] }) => key.purposes.includes("log"));
    const thief = generateKeyPairSync("ed25519").privateKey;
    const signed = (head: object, claims: string) => {
      const over = `${encode(head)}.${claims}`;
      return `${over}.${sign(null, Buffer.from(over), thief).toString("base64url")}`;
    };
    const hostile: Record<string, string> = {
      statement: jws,
      relabelled: `${encode({ ...decode(statementHeader), typ: "vc+jwt", kid })}.${statementPayload}.${statementSignature}`,
      untyped: `${encode({ alg: "EdDSA", kid })}.${payload}.${signature}`,
      unsigned: `${encode({ ...named, kid, alg: "none" })}.${payload}.`,
      raised: `${header}.${encode({ ...decode(payload), credentialSubject: { did, trust_tier: "T4" } })}.${signature}`,
      stolen: signed({ ...named, kid }, payload),
      carried: signed({ ...named, kid: "x", jwk: thief.export({ format: "jwk" }) }, payload),
      logs: signed({ ...named, kid: `${own}#${log.kid}` }, payload),
    };
    const script = guideScript();
    const outcomes = await Promise.all(
      Object.entries(hostile).map(async ([name, text]) => [
        name,
        (await run(script, origin, saved(`${name}.jwt`, text))).code,
      ]),
    );
    expect(outcomes).toEqual(Object.keys(hostile).map((name) => [name, 1]));
    const elsewhere = await run(script, server.url, saved("right.jwt", credential));
    expect([elsewhere.code, elsewhere.said]).toEqual([1, ""]);
    // The statement itself is verified with only the keys of the document.
    const jwk = didDocument.verificationMethod[0].publicKeyJwk;
    await expect(jwtVerify(jws, await importJWK(jwk), { issuer: origin, typ: "trust+jwt" })).resolves.toBeDefined();
  });

  it("is linked by the agent's page, with its DID", async () => {
    const { did } = await member("did:fed:s1:web-page");
    const { body } = await send(`${server.url}/agents/${did}`);
    expect(body).toContain(`href="/agents/${escaped(did)}/did.json"`);
    expect(body).toContain(webDid(did));
    expect(body).toContain(`href="/api/agents/${encodeURIComponent(did)}/credential"`);
    await post(`/api/agent/${did}/status`, { status: "suspended", reason: "A test." });
    expect((await send(`${server.url}/agents/${did}`)).body).not.toContain("/credential");
  });
});

describe("without a public address", () => {
  it("there is no DID, document or credential, and pages have no links to them", async () => {
    const { url } = await sharedServer("demo");
    const did = "did:demo:s2:glossa";
    for (const place of [
      "/.well-known/did.json",
      `/agents/${escaped(did)}/did.json`,
      `/api/agents/${did}/credential`,
    ]) {
      const answer = await send(url + place);
      expect([answer.status, answer.json().message], place).toEqual([
        404,
        expect.stringContaining("no public address"),
      ]);
    }
    expect((await send(`${url}/agents/${did}`)).body).not.toMatch(/did\.json|\/credential/);
  });
});
