import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import type { KeySet } from "@/lib/authority/key-set";
import { ensureSigningKey, signingKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { listKeys } from "@/lib/features/trust/contract";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { checkpointKeys, openCheckpoint, signCheckpoint, verifyEd25519 } from "@/lib/ledger/checkpoint";
import { readHead } from "@/lib/ledger/head";
import { sha256 } from "@/lib/ledger/sha256";
import { send } from "@/lib/testing/routes";
import { runScript } from "@/lib/testing/run-script";
import * as contract from "./contract";

const SCRIPT = path.resolve("public/evidence/verify.mjs");
const database = testDatabase();
const DID = "did:fed:s1:atlas";

type Json = Record<string, unknown>;
let folder: string;
let pages: { entries: Json[] }[];
let checkpoint: string;
let keys: unknown;
let anchor: Json;
let server: Server;

const run = (...parameters: string[]) => runScript(SCRIPT, folder, parameters);

async function onFiles(files: Record<string, unknown>) {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return run(...Object.keys(files));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "governance-verify-"));
  await ensureSigningKey(database(), undefined, new Date());
  const ctx = systemContext(database());
  const { token } = await issueCredential(ctx, { kind: "operator", label: "" });
  for (let batch = 0; batch < 3; batch += 1) {
    const anchors = Array.from({ length: 100 }, (_, n) => ({ payload: { n, text: 'ąę 🙂 "quoted"' }, did: DID }));
    const answer = await send(contract.anchorBatch, { token, body: { anchors } });
    if (answer.status !== 201) throw new Error(await answer.text());
    if (batch === 1) anchor = (((await answer.json()) as Json)["anchors"] as Json[])[7] as Json;
  }
  const page = async (query: string) => (await send(contract.readLog, { query })).json();
  pages = [await page("from=1&limit=200"), await page("from=201&limit=200")];
  checkpoint = await (await send(contract.getCheckpoint)).text();
  keys = await (await send(listKeys)).json();
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const endpoint = [contract.readLog, contract.getCheckpoint, listKeys].find((each) => each.path === pathname);
    const answer = endpoint && (await send(endpoint, { query: searchParams.toString() }));
    response.writeHead(answer?.status ?? 404).end(await answer?.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const changed = (page: number, index: number, change: Json) => {
  const copy = structuredClone(pages);
  const entry = copy[page]?.entries[index];
  if (entry) Object.assign(entry, change);
  return Object.fromEntries(copy.map((each, at) => [`page-${at}.json`, each]));
};
const whole = () => ({ ...changed(0, -1, {}), "checkpoint.txt": checkpoint, "jwks.json": keys });

describe("public/evidence/verify.mjs", () => {
  it("finds an honest log whole, from files and from the service itself", async () => {
    expect(await onFiles(whole())).toMatchObject({ code: 0, said: "OK: verified 300 entries and 1 checkpoint\n" });
    const { port } = server.address() as AddressInfo;
    expect(await run(`http://127.0.0.1:${port}`)).toMatchObject({
      code: 0,
      said: expect.stringContaining("300 entries"),
    });
    expect(await run(`http://127.0.0.1:${port}`, "council")).toMatchObject({ code: 0 });
  });

  it.each<[string, Json]>([
    ["scope", { scope: "PRIVATE" }],
    ["created_at", { created_at: "2026-01-01T00:00:00.000Z" }],
    ["prev_hash", { prev_hash: "0".repeat(64) }],
    ["payload_commitment", { payload_commitment: "0".repeat(64) }],
    ["id", { id: "x" }],
    ["seq", { seq: 1_000 }],
    ["hash", { hash: "0".repeat(64) }],
  ])("names the entry whose %s was changed", async (field, change) => {
    const { code, said } = await onFiles({ ...whole(), ...changed(1, 9, change) });
    expect(code).toBe(1);
    expect(said).toContain(field === "seq" ? "entry 211" : field === "id" ? "(x)" : "entry 210");
  });

  it("finds a tail that was cut off, by the checkpoint", async () => {
    const cut = { "page-0.json": pages[0], "checkpoint.txt": checkpoint, "jwks.json": keys };
    expect(await onFiles(cut)).toMatchObject({ code: 1, said: expect.stringContaining("checkpoint at 300") });
  });

  it("finds a checkpoint that was signed by another key, or changed after", async () => {
    const stranger = { keys: [{ kty: "OKP", crv: "Ed25519", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }] };
    expect((await onFiles({ ...whole(), "jwks.json": stranger })).said).toContain("no key in jwks.json signed");
    const more = checkpoint.replace("\n300\n", "\n299\n");
    expect((await onFiles({ ...whole(), "checkpoint.txt": more })).said).toContain("no key in jwks.json signed");
  });

  it("finds a checkpoint that a key of another purpose signed, as the browser and the command do", async () => {
    const { tree, origin } = await readHead(database(), ANCHOR_LOG);
    const signedBy = async (purpose: KeyPurpose) => {
      const { key, published } = await signingKey(database(), undefined, purpose);
      const raw = new Uint8Array(Buffer.from(published.x, "base64url"));
      const by = { key: raw, sign: (message: Uint8Array) => sign(null, message, key) };
      return signCheckpoint(sha256, { origin, size: tree.size, root: tree.root() }, [by]);
    };
    const opened = async (note: string) => {
      const expected = { origin, keys: checkpointKeys((keys as KeySet).keys) };
      return openCheckpoint(note, expected, { sha256, verify: verifyEd25519 });
    };
    const [right, wrong] = [await signedBy("log"), await signedBy("statement")];
    expect((await onFiles({ ...whole(), "checkpoint.txt": right })).code).toBe(0);
    expect(await opened(right)).not.toBeNull();
    expect((await onFiles({ ...whole(), "checkpoint.txt": wrong })).said).toContain("no key in jwks.json signed");
    expect(await opened(wrong)).toBeNull();
    // Both halves of the rule: the key is published, and it did sign.
    const relabelled = { keys: (keys as KeySet).keys.map((key) => ({ ...key, purposes: ["log"] })) };
    expect((await onFiles({ ...whole(), "checkpoint.txt": wrong, "jwks.json": relabelled })).code).toBe(0);
    const asStatements = { keys: (keys as KeySet).keys.map((key) => ({ ...key, purposes: ["statement"] })) };
    expect((await onFiles({ ...whole(), "jwks.json": asStatements })).said).toContain("no key in jwks.json signed");
  });

  it("takes no keys that a receipt, an act or a page brings itself", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { x = "" } = publicKey.export({ format: "jwk" });
    const by = {
      key: new Uint8Array(Buffer.from(x, "base64url")),
      sign: (text: Uint8Array) => sign(null, text, privateKey),
    };
    const { tree, origin } = await readHead(database(), ANCHOR_LOG);
    const note = signCheckpoint(sha256, { origin, size: tree.size, root: tree.root() }, [by]);
    const own = { keys: [{ kty: "OKP", crv: "Ed25519", x }] };
    const receipt = { ...(anchor["receipt"] as Json), checkpoint: note };
    const checked = (forged: Json) => onFiles({ "forged.json": { ...forged, ...own }, "jwks.json": keys });
    const refused = { code: 1, said: expect.stringContaining("it must be a separate file") };
    expect(await checked({ ...anchor, receipt })).toMatchObject(refused);
    expect(await checked({ act: {}, entry: anchor, receipt })).toMatchObject(refused);
    const files = { ...whole(), "checkpoint.txt": note, "page-0.json": { ...pages[0], ...own } };
    expect(await onFiles(files)).toMatchObject(refused);
  });

  it("takes no entry and no receipt with other fields than the hashed ones", async () => {
    for (const more of [{ keys: [] }, { type: "other" }, { text: "not hashed" }]) {
      const other = { code: 1, said: expect.stringContaining("has other fields") };
      expect(await onFiles({ ...whole(), ...changed(1, 9, more) })).toMatchObject(other);
    }
    const more = { "anchor.json": { ...anchor, text: "not hashed" }, "jwks.json": keys };
    expect(await onFiles(more)).toMatchObject({ code: 1, said: expect.stringContaining("has other fields") });
  });

  it("prints no control characters, also not those of the files", async () => {
    const sequence = "\u001b]0;x\u0007\u009b2J\u202e";
    const shown = async (files: Record<string, unknown>) => (await onFiles(files)).said;
    const said = [
      await shown({ "page.html": `${sequence}<!doctype html>` }),
      await shown({ "cut.json": `{"a":${sequence}` }),
      await shown({ ...whole(), ...changed(1, 9, { id: sequence }) }),
      await shown({ "anchor.json": { ...anchor, id: sequence }, "jwks.json": keys }),
    ];
    for (const each of said) expect(each).toMatch(/^NOT [^\p{C}]+\n$/u);
  });

  it("does not report data as valid that it was not given", async () => {
    const nothing = { code: 2, said: "NOT CHECKED: no entry and no receipt was given\n" };
    expect(await run()).toEqual(nothing);
    expect(await onFiles({ "checkpoint.txt": checkpoint, "jwks.json": keys })).toEqual(nothing);
    expect(await onFiles({ "error.json": { error: "Unauthorized" } })).toEqual(nothing);
  });

  it("reports in one line what could not be checked", async () => {
    const page = "<!doctype html>\n<p>Sign in\n\nfirst.</p>\n";
    const notChecked = (why: string) => ({
      code: 2,
      said: expect.stringMatching(new RegExp(`^NOT CHECKED: .*${why}.*\n$`)),
    });
    expect(await onFiles({ ...whole(), "page.html": page })).toEqual(
      notChecked("neither JSON nor a checkpoint: <!doctype"),
    );
    expect(await onFiles({ "cut.json": '{"entries":' })).toEqual(notChecked("JSON"));
    expect(await run("nothing.json")).toEqual(notChecked("no such file"));
    const { port } = server.address() as AddressInfo;
    expect(await run(`http://127.0.0.1:${port}`, "nonsense")).toEqual(notChecked("/checkpoint\\?log=nonsense: 400"));
    const gone = createServer().listen(0, "127.0.0.1");
    await once(gone, "listening");
    const { port: free } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, "close");
    expect(await run(`http://127.0.0.1:${free}`)).toEqual(notChecked("ECONNREFUSED"));
  });

  it("checks a receipt and its payload offline, without the log", async () => {
    const kept = { ...anchor, did: DID, kind: "anchor", payload: { text: 'ąę 🙂 "quoted"', n: 7 } };
    const check = (some: Json) => onFiles({ "anchor.json": { ...kept, ...some }, "jwks.json": keys });
    expect(await check({})).toMatchObject({ code: 0, said: expect.stringContaining("OK: verified 1 receipt") });
    expect((await check({ payload: { n: 8 } })).said).toContain(`payload of ${anchor["id"]}`);
    expect((await check({ did: "did:fed:s1:other" })).said).toContain(`payload of ${anchor["id"]}`);
    expect((await check({ scope: "PRIVATE" })).said).toContain("not in the tree");
    const receipt = anchor["receipt"] as { inclusion_path: string[] };
    const short = { ...receipt, inclusion_path: receipt.inclusion_path.slice(1) };
    const long = { ...receipt, inclusion_path: [...receipt.inclusion_path, "00".repeat(32)] };
    for (const forged of [short, long]) expect((await check({ receipt: forged })).said).toContain("not in the tree");
  });
});
