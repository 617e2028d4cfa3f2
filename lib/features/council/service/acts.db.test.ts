import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { incidents } from "@/lib/database/schema/incidents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential, revokeCredential } from "@/lib/features/access/service/credentials";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import { registerAgent } from "@/lib/features/agents/service/register";
import { listFreezeActs, setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { ActQuery, PublicActList, PublicActQuery } from "../schema";
import { listActs } from "./acts";
import { readNamesIn } from "./agent-names";
import { recordAudit } from "./audit";
import { readJournal } from "./journal";
import { listPublicActs } from "./public-acts";

const database = testDatabase();
const ADA: Context["caller"] = operatorCaller();
const as = (caller: Context["caller"] = ADA): Context => ({ ...systemContext(database()), caller });
const find = async (asked: Record<string, string>, caller: Context["caller"] = ADA) =>
  listActs(as(caller), ActQuery.parse(asked));

let issued: { id: string };
beforeAll(async () => {
  issued = await issueCredential(as({ kind: "system" }), { kind: "agent", did: "did:fed:s1:a", label: "first" });
  await revokeCredential(as(), { id: issued.id });
  await setFreeze(as(), { subsystem: "relay", frozen: true, reason: "trial" });
});

describe("listActs", () => {
  it("shows the actor, the act and its subject, newest first, in pages with an exact total", async () => {
    const kinds = async (asked: Record<string, string>) => (await find(asked)).acts.map(({ kind }) => kind);
    const all = ["relay.frozen", "credential.revoked", "credential.issued"];
    expect(await kinds({})).toEqual(all);
    expect(await kinds({ limit: "1", offset: "1" })).toEqual([all[1]]);
    expect(await find({ limit: "1" })).toMatchObject({
      total: 3,
      acts: [{ actor: "operator:someones", details: { reason: "trial" } }],
    });
  });

  it.each([
    [{ actor: "system" }, 1],
    [{ kind: "credential." }, 2],
    [{ kind: "credential.issued" }, 1],
    [{ kind: "credential" }, 0],
    [{ kind: "%." }, 0],
    [{ subject: "relay" }, 1],
    [{ subject: "relay", actor: "system" }, 0],
    [{ subject: "\0" }, 0],
    [{ kind: "\ud800" }, 0],
    [{ actor: "" }, 3],
  ])("finds by %j", async (asked, total) => {
    expect((await find(asked as Record<string, string>)).total).toBe(total);
  });

  it("is for operators only, because a payload may contain private data", async () => {
    const agent: Context["caller"] = { kind: "agent", credentialId: "x", did: "did:fed:s1:a", tier: "T4" };
    await expect(find({}, agent)).rejects.toMatchObject({ kind: "operatorOnly" });
    await expect(find({}, { kind: "anonymous" })).rejects.toMatchObject({ kind: "unauthenticated" });
  });
});

it("every reader of acts shows the others while one is erased", async () => {
  await setFreeze(as(), { subsystem: "memory", frozen: true, reason: "a secret" });
  await database().execute(sql`
    update ledger_payloads set salt = null, did = null, kind = null, payload = null
    where log = 'council' and payload ->> 'subject' = 'memory'`);
  const { acts, total } = await find({});
  const shown = await listPublicActs(as({ kind: "anonymous" }), PublicActQuery.parse({}));
  expect(PublicActList.parse(shown).acts).toHaveLength(total);
  expect(acts.map(({ kind }) => kind)).toContain("relay.frozen");
  expect(total).toBe(acts.length);
  expect(await readJournal(as({ kind: "anonymous" }), { limit: 9 })).toHaveLength(1);
  expect(await listFreezeActs(as())).toHaveLength(1);
});

describe("readJournal", () => {
  it("shows everyone the data of public pages, without operators' names and the content about credentials", async () => {
    await registerAgent(as({ kind: "system" }), { did: "did:fed:s1:a" });
    await recordAudit(as(), { did: "did:fed:s1:a", verdict: "fail", summary: "", findings: [], evidence: [] });
    const entries = await readJournal(as({ kind: "anonymous" }), { limit: 9 });
    expect(entries).toMatchObject([
      { kind: "audit.recorded", subject: "did:fed:s1:a", actor: "operator", verdict: "fail", from: null, to: null },
      { kind: "relay.frozen", subject: "relay", actor: "operator", verdict: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain((ADA as { credentialId: string }).credentialId);
  });

  it("names agents, incidents and RFCs, and a missing record only as the act does", async () => {
    const [did, nobody] = ["did:fed:s1:named", "did:fed:s1:nobody"];
    await registerAgent(as({ kind: "system" }), { did, name: "Named" });
    const db = database();
    const at = new Date();
    const about = { incidentType: "x", description: "x", reporter: did, createdAt: at, updatedAt: at };
    const [report] = await db
      .insert(incidents)
      .values({ title: "A clause was lost", severity: "LOW", status: "OPEN", ...about })
      .returning();
    const append = (kind: string, subject: string, actor: string) =>
      db.transaction((tx) => appendWithin(tx, COUNCIL_LOG, { kind, actor, subject, details: {} }, at));
    await append("incident.opened", `incident:${report?.id}`, did);
    await append("key.proven", nobody, nobody);
    const entries = await readJournal(as({ kind: "anonymous" }), { limit: 2 });
    expect(entries).toMatchObject([
      { subject: nobody, subject_name: null, actor: nobody, actor_name: null },
      { subject_name: "A clause was lost", actor: did, actor_name: "Named" },
    ]);
  });
});

it("names the agents whose DIDs a record has as a whole text, at any depth", async () => {
  const [did, within] = ["did:fed:s1:called", "did:fed:s1:within"];
  for (const each of [did, within]) await registerAgent(as({ kind: "system" }), { did: each, name: `Agent ${each}` });
  const record = {
    actor: "operator",
    steps: [{ did }, { note: `${within} did this`, did: "did:fed:s1:nobody" }],
    at: null,
  };
  expect([...(await readNamesIn(as(), record))]).toEqual([[did, `Agent ${did}`]]);
  expect([...(await readNamesIn(as(), ["operator:x", 1]))]).toEqual([]);
});
