import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents, agentVersions } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import * as directory from "@/lib/features/directory/contract";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import type { RegisterAgent } from "../schema";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { AgentVersions } from "../version-schema";
import { importAgent } from "./import";
import { registerAgent } from "./register";
import { transferOwnership } from "./transfer-ownership";
import { updateAgent } from "./update";

const database = testDatabase();
const { ctx, registered, tokenOf, operatorToken } = memberFixtures(database);

async function read(did: string, query = "") {
  const response = await send(contract.listAgentVersions, { params: { did }, query });
  expect(response.status).toBe(200);
  return AgentVersions.parse(await response.json());
}
const versionsOf = async (did: string) => (await read(did)).versions;
const patch = (did: string, token: string, body: object) =>
  send(contract.updateAgent, { params: { did }, token, body });
const profileOf = async (did: string) => (await send(contract.getAgent, { params: { did } })).json();

/** Copies a record from a list at a time. */
const copy = (did: string, at: string, more: Partial<RegisterAgent>) => {
  const input = { did, name: "Copied", ...more };
  const source = { kind: "mcp-listed-server", bytes: Buffer.from(JSON.stringify(input)) } as const;
  return importAgent(ctx(new Date(at)), input, source, { followed: { source: "a list", url: null } });
};

describe("GET /api/agents/{did}/versions", () => {
  it("has the changed fields of each change, who made it and when, newest first", async () => {
    const did = await registered();
    expect(await versionsOf(did)).toEqual([]);
    const { registered_at, updated_at } = await profileOf(did);
    expect(updated_at).toBe(registered_at);
    const token = await tokenOf(did);
    await patch(did, token, { description: "Counts birds.", capability_manifest: { tools: ["a"] } });
    await patch(did, await operatorToken(), { description: "Counts all birds.", capability_manifest: { tools: null } });
    const [second, first, ...others] = await versionsOf(did);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ revision: 2, by: did });
    expect(first?.changes).toEqual([
      { field: "capability_manifest.tools", to: ["a"] },
      { field: "description", from: "", to: "Counts birds." },
    ]);
    expect(second).toMatchObject({ revision: 3, by: "operator" });
    expect(second?.changes).toEqual([
      { field: "capability_manifest.tools", from: ["a"] },
      { field: "description", from: "Counts birds.", to: "Counts all birds." },
    ]);
    expect((await profileOf(did)).updated_at).toBe(second?.at);
  });

  it("has no version of a write that changes nothing, and names an organisation only by its role", async () => {
    const organisation = "Bird Office";
    const did = await registered(freshDid(), organisation);
    const caller = { kind: "provider", credentialId: "c", organisation } as const;
    const same = { did, skills: ["s"], capabilities: ["c"], role: "r", model: "m" };
    await registerAgent({ ...ctx(), caller }, same);
    expect(await versionsOf(did)).toEqual([]);
    await registerAgent({ ...ctx(), caller }, { ...same, role: "counter" });
    expect(await versionsOf(did)).toMatchObject([
      { revision: 3, by: "organisation", changes: [{ field: "role", from: "r", to: "counter" }] },
    ]);
  });

  it("is paged by a cursor", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    for (const version of ["1", "2", "3"]) await patch(did, token, { version });
    const first = await read(did, "limit=2");
    expect(first.versions.map(({ revision }) => revision)).toEqual([4, 3]);
    const rest = await read(did, `limit=2&cursor=${first.next_cursor}`);
    expect(rest.versions.map(({ revision }) => revision)).toEqual([2]);
    expect(rest).not.toHaveProperty("next_cursor");
    const unknown = await send(contract.listAgentVersions, { params: { did: "did:fed:s1:nobody" } });
    expect(unknown.status).toBe(404);
  });

  it("keeps the newest 256 KB", async () => {
    const did = await registered();
    const token = await tokenOf(did);
    const text = (letter: string) => letter.repeat(15_000);
    for (const letter of "abcdefghijklmnop") await patch(did, token, { capability_manifest: { text: text(letter) } });
    const kept = await versionsOf(did);
    // Each has a text before and after it, so 30 KB.
    expect(kept.map(({ revision }) => revision)).toEqual([17, 16, 15, 14, 13, 12, 11, 10]);
    expect(kept[0]?.changes).toEqual([{ field: "capability_manifest.text", from: text("o"), to: text("p") }]);
  });

  it("has one version for all that a list changes in a day, and none if it takes that back", async () => {
    const did = freshDid();
    await copy(did, "2026-03-01T10:00:00Z", { description: "One.", capability_manifest: { a: 1 } });
    await copy(did, "2026-03-02T10:00:00Z", { description: "Two.", capability_manifest: { a: 1, b: 1 } });
    await copy(did, "2026-03-02T11:00:00Z", { description: "Three.", capability_manifest: { b: 1 } });
    const changes = [
      { field: "capability_manifest.a", from: 1 },
      { field: "capability_manifest.b", to: 1 },
      { field: "description", from: "One.", to: "Three." },
    ];
    expect(await versionsOf(did)).toEqual([{ revision: 3, at: "2026-03-02T11:00:00.000Z", by: "source", changes }]);
    await copy(did, "2026-03-03T10:00:00Z", { description: "Four.", capability_manifest: { b: 1 } });
    expect(await versionsOf(did)).toHaveLength(2);
    await copy(did, "2026-03-03T12:00:00Z", { description: "Three.", capability_manifest: { b: 1 } });
    expect(await versionsOf(did)).toHaveLength(1);
  });

  it("has no version from before the record was handed over", async () => {
    const did = freshDid();
    await copy(did, "2026-03-01T10:00:00Z", { description: "One." });
    await copy(did, "2026-03-02T10:00:00Z", { description: "Two." });
    expect(await versionsOf(did)).toHaveLength(1);
    await database().transaction((tx) => transferOwnership(ctx(), tx, did, { by: "credential" }));
    expect(await versionsOf(did)).toEqual([]);
  });

  it("has no text of the former owner after a hand-over, of no field", async () => {
    const did = await registered();
    await updateAgent(ctx(), { did, patch: { description: "Theirs.", role: "theirs" }, ifMatch: undefined });
    await database().transaction((tx) => transferOwnership(ctx(), tx, did, { by: "credential" }));
    await updateAgent(ctx(), { did, patch: { description: "Mine." }, ifMatch: undefined });
    await updateAgent(ctx(), { did, patch: { description: "Still mine.", role: "mine" }, ifMatch: undefined });
    expect((await versionsOf(did)).map(({ changes }) => changes)).toEqual([
      [
        { field: "description", from: "Mine.", to: "Still mine." },
        { field: "role", to: "mine" },
      ],
      [{ field: "description", to: "Mine." }],
    ]);
  });

  it("shows a field without values whose content was removed", async () => {
    const did = await registered();
    await updateAgent(ctx(), { did, patch: { description: "A secret." }, ifMatch: undefined });
    const ofAgent = and(eq(agentVersions.did, did), eq(agentVersions.revision, 2));
    await database().update(agentVersions).set({ before: {}, after: {} }).where(ofAgent);
    expect((await versionsOf(did))[0]?.changes).toEqual([{ field: "description" }]);
  });
});

it("the directory's order `updated` begins with the record that changed last; a new one counts from its registration", async () => {
  const [zone, old, changed, fresh] = ["s4", freshDid(), freshDid(), freshDid()].map((did) => did.replace("s1", "s4"));
  const days = { [`${old}`]: "01", [`${changed}`]: "02", [`${fresh}`]: "03" };
  for (const [did, day] of Object.entries(days)) {
    await registerAgent(ctx(new Date(`2026-03-${day}T10:00:00Z`)), { did });
  }
  await updateAgent(ctx(new Date("2026-03-04T10:00:00Z")), {
    did: `${changed}`,
    patch: { version: "2" },
    ifMatch: undefined,
  });
  const response = await send(directory.listDirectory, { query: `sort=updated&zone=${zone}` });
  const { agents: found } = await response.json();
  expect(found.map(({ did }: { did: string }) => did)).toEqual([changed, fresh, old]);
  const [row] = await database()
    .select()
    .from(agents)
    .where(eq(agents.did, `${changed}`));
  expect(row).toMatchObject({ changedBy: "system", updatedAt: new Date("2026-03-04T10:00:00Z") });
});
