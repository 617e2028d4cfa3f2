import { beforeAll, describe, expect, it } from "vitest";
import { GET as preview } from "@/app/api/relay/preview/route";
import { POST as route } from "@/app/api/relay/route/route";
import { systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { tappedDatabase } from "@/lib/database/testing/tapped-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { registerAgent } from "@/lib/features/agents/service/register";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { get, post } from "@/lib/testing/call";

const SOURCE = "did:fed:s1:asker";
const tap = tappedDatabase();
let token: string;

async function register(did: string, name: string, examples: string[] = []) {
  await registerAgent(systemContext(openDatabase()), { did, capability_manifest: { skills: [{ name, examples }] } });
}

beforeAll(async () => {
  const ctx = systemContext(openDatabase());
  await ensureVectorStore(ctx, getEmbedder());
  token = (await issueCredential(ctx, { kind: "operator", label: "" })).token;
  await register(SOURCE, "Ask");
  for (let n = 0; n < 30; n += 1) await register(`did:fed:s1:juggler-${n}`, `Juggle ${n} knives`);
  await ask();
});

const ask = (intent = "juggle knives") => post(route, { src_did: SOURCE, intent }, { token });

/** Returns the kinds of the statements that a request sends. */
async function kindsOf(request: () => Promise<{ status: number }>, status = 200): Promise<string[]> {
  tap.reset();
  expect((await request()).status).toBe(status);
  // Records that a transaction of the tests before changed may be read by any question after it.
  const isOfIndex = (statement: string) => /from "agents" where "agents"\."did" in \(\$/.test(statement);
  const sent = tap.traffic().statements.filter((statement) => !isOfIndex(statement));
  return sent.map((statement) => {
    if (/^select .*from "credentials"/.test(statement)) return "authenticate";
    if (/^select .*from "agents" where "agents"."did" = \$1$/s.test(statement) && /organisation/.test(statement))
      return "source";
    if (/from recent_changes/.test(statement)) return "changes";
    if (/from "agents" where "agents"."did" in/.test(statement)) return "found";
    if (/with asked as/.test(statement)) return "examples";
    if (/^\s*select id, texts/.test(statement)) return "texts";
    if (/^select "description".* from "agents" where "agents"."did" = \$1$/.test(statement)) return "target";
    if (/insert into "relay_events"/.test(statement)) return "record";
    return statement.trim();
  });
}

describe("a routed intent costs its authentication, its source, few reads, and one write", () => {
  const SEARCH = ["changes", "found"];
  const RECORDING = ["target", "begin", "record", "commit"];

  it("reads the changes of agents, the records of those that were found, and the target", async () => {
    expect(await kindsOf(ask)).toEqual(["authenticate", "source", ...SEARCH, ...RECORDING]);
  });

  it("a preview costs only the same reads, and fewer if there is no match", async () => {
    expect(await kindsOf(() => get(preview, { intent: "juggle knives" }))).toEqual([...SEARCH, "target"]);
    expect(await kindsOf(() => get(preview, { intent: "zzz qqq xxx" }))).toEqual(["changes"]);
  });

  it("an error response costs its authentication and at most one read", async () => {
    expect(await kindsOf(() => post(route, {}, { token }), 400)).toEqual(["authenticate"]);
    const unknown = () => post(route, { src_did: "did:fed:s1:nobody", intent: "x" }, { token });
    expect(await kindsOf(unknown, 403)).toEqual(["authenticate", "source"]);
  });

  it("with examples in the federation, one more read finds them, and their texts are read once", async () => {
    await register("did:fed:s1:lamps", "Lamps", ["juggle the lamps"]);
    // The record itself is read once.
    await get(preview, { intent: "?!" });
    const asked = () => get(preview, { intent: "juggle lamps" });
    expect(await kindsOf(asked)).toEqual(["changes", "examples", "texts", "found", "target"]);
    expect(await kindsOf(asked)).toEqual(["changes", "examples", "found", "target"]);
  });
});
