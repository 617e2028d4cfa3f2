import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeFaults, examineEnvironment } from "@/lib/system/settings";
import { card, type Federation, newFederation } from "../http/federation";
import { type RunningServer, startServer } from "../http/start-server";

/** A part of every secret setting. */
const MARKER = "hunter2marker";
const KEY = generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");

/** Every secret that a setting can contain. Nothing responds at the addresses, so libraries make errors of them. */
const SECRETS: Record<string, string> = {
  REDIS_URL: `redis://user:${MARKER}@127.0.0.1:1/0?password=${MARKER}`,
  OPERATOR_TOKEN: `${MARKER}-of-an-operator`,
  SIGNING_KEY: KEY,
  EMBEDDINGS_URL: `http://127.0.0.1:1/v1?key=${MARKER}`,
  EMBEDDINGS_MODEL: "model",
  EMBEDDINGS_API_KEY: MARKER,
  SMTP_URL: `smtp://user:${MARKER}@127.0.0.1:1?key=${MARKER}`,
  MAIL_FROM: "federation@mail.example",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${MARKER}`,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(MARKER.padEnd(32)).toString("base64"),
};
const DATABASE = `postgres://user:${MARKER}@127.0.0.1:1/database?password=${MARKER}`;
const UPSTASH = { UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1", UPSTASH_REDIS_REST_TOKEN: MARKER };
const NEEDLES = [MARKER, KEY, SECRETS["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] ?? ""];

function expectNoSecret(text: string): void {
  for (const needle of NEEDLES) expect(text).not.toContain(needle);
}

/** The secrets as settings that are wrong in all ways. */
const WRONG: Record<string, string>[] = [
  Object.fromEntries(Object.keys(SECRETS).map((name) => [name, `${MARKER} ☠`])),
  { REDIS_ULR: MARKER, SIGNING_KEY_FILE: MARKER, PUBLIC_URL: `https://user:${MARKER}@a.example`, PORT: MARKER },
  { DATABASE_URL: `postgres://user:${MARKER}@@:x`, REPOSITORY_URL: `https://${MARKER}@a.example`, HOST: `${MARKER}:1` },
  { DATABASE_URL: `postgres://user:${MARKER}@127.0.0.1:70000/d`, ...UPSTASH, UPSTASH_REDIS_REST_URL: `${MARKER}:` },
  { OTEL_EXPORTER_OTLP_ENDPOINT: `http://u:${MARKER}@a.example`, EMBEDDINGS_URL: `http://u:${MARKER}@a.example` },
  { CONTACT: `https://${MARKER}@a.example`, TRUSTED_PROXIES: MARKER, ARD_PEERS: MARKER, OUTGOING_ALLOW: MARKER },
];
const ALL_WRONG: Record<string, string> = Object.assign({}, ...WRONG);

let fed: Federation;
beforeAll(async () => {
  fed = await newFederation();
});
afterAll(() => fed.cleanUp());

/** How many commands are tried: only the doctor. */
const DOCTOR = 1;
const CASES: [name: string, settings: Record<string, string>, tried?: number][] = [
  ["right secrets on a database", SECRETS],
  ["right secrets on an unreachable database", { ...SECRETS, DATABASE_URL: DATABASE, DATABASE_DIRECT_URL: DATABASE }],
  ["Upstash in place of Redis", { ...SECRETS, REDIS_URL: "", ...UPSTASH }, 2],
  // All other commands find wrong settings by the function of a start, which is tried below.
  ["wrong secrets", ALL_WRONG, DOCTOR],
];

it.each(WRONG)("no sentence about wrong settings has a secret, %#", (settings) => {
  const said = describeFaults(examineEnvironment(settings).faults);
  expect(said).not.toBe("");
  expectNoSecret(said);
});

it.each(CASES)("no command prints a secret, with %s", async (_, settings, tried) => {
  const file = await fed.list("cards.jsonl", [card(1)]);
  const commands: [name: string, ...parameters: string[]][] = [
    ["doctor"],
    ["verify"],
    ["reindex"],
    ["import", "--dry-run", file],
    ["import", "--follow", "https://a.invalid/card.json"],
  ];
  const run = ([name, ...parameters]: [string, ...string[]]) =>
    fed.built(name, { DATABASE_TIMEOUT_SECONDS: "0.5", ...settings }, ...parameters);
  for (const { output, errors } of await Promise.all(commands.slice(0, tried).map(run))) {
    expect(output + errors).not.toBe("");
    expectNoSecret(output + errors);
  }
});

describe("no secret is printed by a start", () => {
  it("with wrong settings", async () => {
    const server = await startServer({ wait: false, env: ALL_WRONG });
    if (server.process.exitCode === null) await once(server.process, "exit");
    expect(server.process.exitCode).toBe(1);
    expectNoSecret(server.output());
    await server.cleanUp();
  });

  it("or in its log, responses and pages, with services and a database that are unreachable", async () => {
    const servers: RunningServer[] = [];
    for (const env of [
      { ...SECRETS, LOG_LEVEL: "trace" },
      { ...SECRETS, LOG_LEVEL: "trace", DATABASE_URL: DATABASE, DATABASE_TIMEOUT_SECONDS: "0.5" },
    ]) {
      const server = await startServer({ env });
      servers.push(server);
      for (const address of [
        ...["/", "/status", "/agents", "/docs", "/join", "/console/sign-in", "/nowhere"],
        ...["/health", "/metrics", "/api/system/smoke", "/api/agents/search?q=review", "/openapi.json", "/llms.txt"],
        ...["/.well-known/agent.json", "/api/vectorstore/health", "/releases.json"],
      ]) {
        const response = await fetch(server.url + address, { headers: { authorization: `Bearer ${"x".repeat(30)}` } });
        expectNoSecret(await response.text());
        expectNoSecret(JSON.stringify([...response.headers]));
      }
    }
    for (const server of servers) {
      await server.stop();
      expectNoSecret(server.output());
      await server.cleanUp();
    }
  });
});
