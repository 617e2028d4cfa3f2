import { createHash, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { afterAll } from "vitest";
import type { Context } from "@/lib/authority/context";
import { makePack } from "../service/make-pack";
import { zipOf } from "../service/zip";
import { PAYLOAD_TYPE, preAuthEncoding } from "../view/statement";

/** The files of a pack by their names, in their order. */
export type Files = Record<string, Uint8Array>;

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Makes a pack as a request does. */
export async function packOf(ctx: Context, asked: { did: string; from?: Date; to?: Date }): Promise<Buffer> {
  const ending = new AbortController();
  try {
    return await joined((await makePack(ctx, asked, ending.signal)).chunks);
  } finally {
    ending.abort();
  }
}

export const unpacked = (pack: Uint8Array): Files => unzipSync(pack);

/** Returns a file of a pack as JSON. */
export const jsonIn = (files: Files, name: string) => JSON.parse(strFromU8(files[name] ?? strToU8("null")));

export const jsonFile = (content: unknown) => strToU8(`${JSON.stringify(content, null, 2)}\n`);

/** Writes files as a pack again, in their order. */
export const packed = (files: Files): Promise<Buffer> =>
  joined(
    zipOf(
      (async function* () {
        for (const [name, bytes] of Object.entries(files)) yield { name, bytes };
      })(),
    ),
  );

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Makes the sums of changed files again, as anybody can. */
export function withSums(files: Files): Files {
  const named = Object.entries(files).filter(([name]) => name !== "SHA256SUMS" && name !== "statement.json");
  return { ...files, SHA256SUMS: strToU8(named.map(([name, bytes]) => `${hashOf(bytes)}  ${name}\n`).join("")) };
}

/** Makes sums and statement again, as only the holder of the key can. @param said the statement, if it is another */
export function signedAgain(changed: Files, { key, kid }: { key: KeyObject; kid: string }, said?: string): Files {
  const { "statement.json": old = strToU8("{}"), ...files } = withSums(changed);
  const statement = JSON.parse(Buffer.from(JSON.parse(strFromU8(old)).payload, "base64").toString());
  const subject = Object.entries(files).map(([name, bytes]) => ({ name, digest: { sha256: hashOf(bytes) } }));
  const payload = Buffer.from(said ?? JSON.stringify({ ...statement, subject }));
  const signatures = [{ keyid: kid, sig: sign(null, preAuthEncoding(payload), key).toString("base64") }];
  const envelope = { payloadType: PAYLOAD_TYPE, payload: payload.toString("base64"), signatures };
  return { ...files, "statement.json": jsonFile(envelope) };
}

/** Runs `audit.mjs` in this process. */
export function packChecker() {
  const folder = mkdtempSync(path.join(tmpdir(), "governance-packs-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const loaded: Promise<{ run: (args: string[]) => Promise<{ code: number; said: string }> }> = import(
    /* @vite-ignore */ pathToFileURL("public/evidence/audit.mjs").href
  );
  const fileOf = (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  const check = async (pack: Uint8Array, ...options: string[]) => {
    const { code, said } = await (await loaded).run([fileOf("pack.zip", pack), ...options]);
    const lines = said.split("\n");
    const verdict = lines.pop() ?? "";
    /** The state of each file. */
    const states = Object.fromEntries(lines.map((line) => line.split(/ {2,}/).toReversed() as [string, string]));
    return { code, verdict, states };
  };
  return { check, fileOf };
}
