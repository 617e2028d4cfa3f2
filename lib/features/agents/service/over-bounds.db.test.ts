import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { connectionsOf } from "../connect/snippets";
import { listOverBounds } from "./over-bounds";
import { getAgent } from "./read";
import { registerAgent } from "./register";

const database = testDatabase();
const ctx = () => systemContext(database());

it("a record from before a bound stays readable, and operators see what breaks it", async () => {
  const old = {
    "did:old:s1:name": { name: ".".repeat(201) },
    "did:old:s1:version": { packages: [{ registryType: "pypi", identifier: "w", version: `1${"a.".repeat(50)}!` }] },
    "did:old:s1:spelled": { packages: [{ registry_base_url: "/".repeat(2_049) }] },
    "did:old:s1:text": { notes: [["x".repeat(16_385)]] },
    "did:old:s1:list": { tags: Array.from({ length: 1_001 }, () => 1) },
    "did:old:s1:size": { parts: Array.from({ length: 5 }, () => "x".repeat(16_000)) },
  };
  const good = { name: "n".repeat(200), packages: [{ version: "1".repeat(100), url: "u".repeat(2_048) }] };
  for (const did of [...Object.keys(old), "did:old:s1:good"]) await registerAgent(ctx(), { did });
  for (const [did, capabilityManifest] of [...Object.entries(old), ["did:old:s1:good", good] as const]) {
    await database().update(agents).set({ capabilityManifest }).where(eq(agents.did, did));
  }
  const { records: found, next } = await listOverBounds(ctx());
  expect(next).toBeNull();
  const parts = [];
  for (let after: string | null | undefined; after !== null; ) {
    const part: Awaited<ReturnType<typeof listOverBounds>> = await listOverBounds(ctx(), { after, checks: 3 });
    parts.push(...part.records);
    after = part.next;
  }
  expect(parts).toEqual(found);
  expect(Object.fromEntries(found.map(({ did, faults }) => [did, faults[0]?.path.join(".")]))).toEqual({
    "did:old:s1:name": "name",
    "did:old:s1:version": "packages.0.version",
    "did:old:s1:spelled": "packages.0.registry_base_url",
    "did:old:s1:text": "notes.0.0",
    "did:old:s1:list": "tags",
    "did:old:s1:size": "",
  });
  for (const did of Object.keys(old)) {
    const agent = await getAgent(ctx(), { did });
    expect(connectionsOf(agent), did).toEqual([]);
  }
  await expect(listOverBounds({ ...ctx(), caller: { kind: "anonymous" } })).rejects.toThrow();
});
