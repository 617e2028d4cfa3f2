import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { databaseClient } from "@/lib/database/open";
import { testDatabase } from "@/lib/database/testing/test-database";
import { importAgent } from "@/lib/features/agents/service/import";
import { readManifest } from "@/lib/features/agents/service/manifest";
import { getAgent } from "@/lib/features/agents/service/read";
import { listOf } from "./lines";
import { describeReport, emptyReport, sortReport } from "./report";
import { runImport } from "./run";

const database = testDatabase();
const folder = mkdtempSync(path.join(tmpdir(), "governance-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const didOf = (index: number) => `did:a2a:default:agents.example.com:a2a:${index}`;
const card = (index: number, fields: object = {}) => ({
  ...{ protocolVersion: "0.3.0", name: `Agent ${index}`, description: `The agent number ${index}.`, version: "1.0.0" },
  ...{ url: `https://agents.example.com/a2a/${index}`, capabilities: { streaming: true } },
  ...{ defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain"] },
  skills: [{ id: "count", name: `Count to ${index}`, description: "Counts.", tags: ["numbers"] }],
  ...fields,
});
const SERVER_JSON = {
  ...{ name: "io.github.user/weather", description: "Forecasts.", version: "1.0.0" },
  packages: [{ registryType: "npm", identifier: "weather", version: "1.0.0", transport: { type: "stdio" } }],
};
const LISTED = { slug: "acme-clock", name: "clock", provider: "io.github.acme", registries: ["pypi"] };
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

/** Writes a file to import. @param lines one value per line, as text or JSON */
function list(name: string, lines: unknown[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  return file;
}

async function run(...files: string[]) {
  const ctx = systemContext(database());
  const report = emptyReport(false);
  const importOne = (...[input, source]: Parameters<Parameters<typeof runImport>[0]["importOne"]>) =>
    importAgent(ctx, input, source, { members: false });
  const lists = files.map((file) => listOf(file, readFileSync(file)));
  await runImport({ lists, atOnce: 8, maxRecordBytes: 65_536, importOne }, report);
  sortReport(report, files);
  return { ...report, ...describeReport(report) };
}

/** Returns the source from which the import read an agent. */
async function sourceOf(did: string): Promise<{ kind: string; text: string }> {
  const [row] = await databaseClient().unsafe(
    `select kind, convert_from(bytes, 'UTF8') as text from agent_sources where did = '${did}'`,
  );
  return row as unknown as { kind: string; text: string };
}
const get = (did: string) => getAgent(systemContext(database()), { did });

it("reads one card, an array and a registry's response on several lines, and names the index", async () => {
  const one = list("card.json", [pretty(card(11))]);
  const many = list("cards.json", [pretty([card(12), null, card(13)])]);
  const servers = list("servers.json", [
    pretty({
      servers: [{ server: { ...SERVER_JSON, name: "io.github.user/tides" }, _meta: {} }, { server: { name: "x" } }],
      metadata: { count: 2 },
    }),
  ]);
  const report = await run(one, many, servers);
  const written = readFileSync(many, "utf8");
  expect((await sourceOf(didOf(11))).text).toBe(readFileSync(one, "utf8"));
  const { kind, text } = await sourceOf(didOf(12));
  expect([kind, JSON.parse(text), written.includes(text)]).toEqual(["a2a-card", card(12), true]);
  expect((await sourceOf("did:mcp:default:io.github.user:tides")).text).toContain(`"name": "io.github.user/tides"`);
  expect(report).toMatchObject({ dry_run: false, finished: true, updated: [] });
  expect(report.totals).toEqual({ registered: 4, updated: 0, unchanged: 0, refused: 2 });
  expect(report.refused).toEqual([
    { file: many, index: 1, reason: expect.stringContaining("neither an A2A agent card") },
    { file: servers, index: 1, reason: expect.stringContaining("name: must have the form namespace/server") },
  ]);
});

it("stores the fields of each agent's record, with its endpoints as addresses", async () => {
  const a2a = { protocol: "a2a", url: "https://agents.example.com/a2a/61", transport: "JSONRPC" };
  const remote = { type: "streamable-http", url: "https://sky.example.com/mcp" };
  const repository = "https://github.com/user/sky";
  const sky = { ...SERVER_JSON, name: "io.github.user/sky", repository: { url: repository }, remotes: [remote] };
  const listed = { ...LISTED, slug: "sky-clock", description: "Tells the time.", repository, version: "0.2" };
  await run(list("said.jsonl", [card(61), sky, listed]));
  const nothing = { homepage: "", licence: "", repository: "", endpoints: [], model_given: false };
  expect(await get(didOf(61))).toMatchObject({
    ...nothing,
    ...{ description: "The agent number 61.", version: "1.0.0", tags: ["numbers"], endpoints: [a2a] },
  });
  expect(await get("did:mcp:default:io.github.user:sky")).toMatchObject({
    ...{ ...nothing, description: "Forecasts.", version: "1.0.0", repository },
    endpoints: [{ protocol: "mcp", url: remote.url, transport: remote.type }],
  });
  const clock = await get("did:mcp:default:sky-clock");
  expect(clock).toMatchObject({ ...nothing, description: "Tells the time.", version: "0.2", repository });
  expect(clock.capability_manifest).not.toHaveProperty("url");
});

it("rejects the second of two agents with one DID, in one file or in two", async () => {
  const first = list("first.jsonl", [card(31), card(31, { name: "Impostor" })]);
  const second = list("second.jsonl", [card(31, { name: "Late" }), card(32)]);
  const { summary, rejections } = await run(first, second);
  expect(summary).toBe("2 registered, 0 updated, 0 unchanged, 2 refused\n");
  const reason = `${didOf(31)} stands already at ${first}, line 1`;
  expect(rejections).toBe(`${first}, line 2: ${reason}\n${second}, line 1: ${reason}\n`);
  expect((await run(list("again.jsonl", [card(31)]))).totals).toMatchObject({ unchanged: 1 });
});

it("rejects the same as the API: too large, too deep, NUL, lone surrogates, not UTF-8", async () => {
  const lines = [
    card(41, { x: "x".repeat(70_000) }),
    `{"skills":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
    card(42, { x: "\0" }),
    '{"skills":[],"name":"\\ud800"}',
    card(43),
    JSON.stringify(card(44)).replace("{", `{${" ".repeat(1024 * 1024)}`),
  ];
  const file = list("hostile.jsonl", lines);
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0x22, 0xff, 0x22])]));
  const { totals, refused } = await run(file);
  expect(totals).toEqual({ registered: 1, updated: 0, unchanged: 0, refused: 6 });
  expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
    [1, "larger than 65536 bytes"],
    [2, "The body must be nested at most 32 deep."],
    [3, "`x` must not contain NUL or a lone surrogate."],
    [4, "`name` must not contain NUL or a lone surrogate."],
    [6, "written in more than 1048576 bytes"],
    [7, "not UTF-8"],
  ]);
});

it("reads files that begin with a byte order mark, and stores their records without it", async () => {
  const marked = { ...SERVER_JSON, name: "com.example/marked" };
  for (const [name, record] of Object.entries({
    "marked.json": pretty(marked),
    "marked.jsonl": JSON.stringify(card(46)),
  })) {
    expect(await run(list(name, [`\ufeff${record}`]))).toMatchObject({ totals: { registered: 1 }, refused: [] });
  }
  const did = "did:mcp:default:com.example:marked";
  expect((await sourceOf(did)).text).toMatch(/^\{/);
  const { text } = await readManifest(systemContext(database()), { did });
  expect(JSON.parse(text)).toEqual(marked);
});
