import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as preview } from "@/app/api/relay/preview/route";
import { POST as route } from "@/app/api/relay/route/route";
import { systemContext } from "@/lib/authority/context";
import { openClient } from "@/lib/database/client";
import { closeDatabase, openDatabase, setDatabaseClient } from "@/lib/database/open";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { tapWire, type WireTap } from "@/lib/database/testing/wire-tap";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { get, post } from "@/lib/testing/call";

const SOURCE = "did:fed:s1:asker";
let tap: WireTap;
let drop: () => Promise<void>;
let token: string;

async function register(did: string, skill: string) {
  await registerAgent(systemContext(openDatabase()), { did, capability_manifest: { skills: [{ name: skill }] } });
}

beforeAll(async () => {
  const copy = await createTestDatabase();
  drop = copy.drop;
  tap = await tapWire(copy.address);
  setDatabaseClient(openClient(tap.address));
  const ctx = systemContext(openDatabase());
  await ensureVectorStore(ctx, getEmbedder());
  token = (await issueCredential(ctx, { kind: "operator", label: "" })).token;
  await register(SOURCE, "Ask");
  for (let n = 0; n < 30; n += 1) await register(`did:fed:s1:juggler-${n}`, `Juggle ${n} knives`);
  await ask();
});
afterAll(async () => {
  await closeDatabase();
  await tap.close();
  await drop();
});

const ask = (intent = "juggle knives") => post(route, { src_did: SOURCE, intent }, { token });

/** Returns the kinds of the statements that a request sends. */
async function kindsOf(request: () => Promise<{ status: number }>, status = 200): Promise<string[]> {
  tap.reset();
  expect((await request()).status).toBe(status);
  return tap.traffic().statements.map((statement) => {
    if (/^select .*from "credentials"/.test(statement)) return "authenticate";
    if (/with source as/.test(statement)) return "search";
    if (/^\s*select id, texts/.test(statement)) return "texts";
    if (/^select "description".* from "agents" where "agents"."did" = \$1$/.test(statement)) return "target";
    if (/insert into "relay_events"/.test(statement)) return "record";
    return statement.trim();
  });
}

describe("a routed intent costs its authentication, at most three reads, and one write", () => {
  it("reads the search and the target, and the texts of the candidates only if they are not in memory", async () => {
    const recording = ["target", "begin", "record", "commit"];
    expect(await kindsOf(ask)).toEqual(["authenticate", "search", ...recording]);
    await register("did:fed:s1:juggler-new", "Juggle torches and knives");
    expect(await kindsOf(() => ask("juggle torches"))).toEqual(["authenticate", "search", "texts", ...recording]);
  });

  it("a preview costs only the same reads, and one read if there is no match", async () => {
    for (const intent of ["juggle knives", "zzz qqq xxx"]) await get(preview, { intent });
    expect(await kindsOf(() => get(preview, { intent: "juggle knives" }))).toEqual(["search", "target"]);
    expect(await kindsOf(() => get(preview, { intent: "zzz qqq xxx" }))).toEqual(["search"]);
    await register("did:fed:s1:juggler-newer", "Juggle lamps and knives");
    expect(await kindsOf(() => get(preview, { intent: "juggle lamps" }))).toEqual(["search", "texts", "target"]);
  });

  it("an error response costs its authentication and at most one read", async () => {
    expect(await kindsOf(() => post(route, {}, { token }), 400)).toEqual(["authenticate"]);
    const unknown = () => post(route, { src_did: "did:fed:s1:nobody", intent: "x" }, { token });
    expect(await kindsOf(unknown, 403)).toEqual(["authenticate", "search"]);
  });
});
