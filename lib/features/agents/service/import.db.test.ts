import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agentSources } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOf } from "../manifests/recognise";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { importAgent, planImport } from "./import";
import { getAgent } from "./read";
import { registerAgent } from "./register";

const database = testDatabase();
const { ctx } = memberFixtures(database);

/** A card as a file has it, and what an import makes of it. */
function written(json: string) {
  const registration = registrationOf(JSON.parse(json));
  if (!registration) throw new Error("no card");
  return { input: registration.input, source: { kind: registration.kind, bytes: Buffer.from(json) } };
}
const cardOf = (did: string, more: object = {}) =>
  JSON.stringify({ did, name: "Tern", description: "Counts birds.", version: "1.0", skills: [], ...more });
const sourceOf = async (did: string) => {
  const [row] = await database().select().from(agentSources).where(eq(agentSources.did, did));
  return row && { ...row, bytes: Buffer.from(row.bytes).toString() };
};

describe("an import", () => {
  it("stores the bytes as the file has them, with their hash; a plan stores nothing", async () => {
    const did = freshDid();
    const json = ` ${cardOf(did).replace(":", " :\t")}\r`;
    const { input, source } = written(json);
    await planImport(ctx(), input, source);
    expect(await sourceOf(did)).toBeUndefined();
    const at = new Date("2026-03-01T10:00:00Z");
    expect((await importAgent(ctx(at), input, source)).outcome).toBe("registered");
    const sha256 = createHash("sha256").update(source.bytes).digest("hex");
    const stored = { did, kind: "a2a-card", mediaType: "application/json", bytes: json, sha256, importedAt: at };
    expect(await sourceOf(did)).toEqual(stored);
  });

  it("again keeps the day of the same bytes, and replaces others, though the record says the same", async () => {
    const did = freshDid();
    const [first, later] = [new Date("2026-03-01T10:00:00Z"), new Date("2026-04-01T10:00:00Z")];
    const { input, source } = written(cardOf(did));
    await importAgent(ctx(first), input, source);
    expect((await importAgent(ctx(later), input, source)).outcome).toBe("unchanged");
    expect((await sourceOf(did))?.importedAt).toEqual(first);
    const bytes = Buffer.from(` ${cardOf(did)}`);
    expect((await importAgent(ctx(later), input, { ...source, bytes })).outcome).toBe("unchanged");
    expect(await sourceOf(did)).toMatchObject({ bytes: bytes.toString(), importedAt: later });
  });

  it("says of an agent what its card says, and names each field that a new card changes", async () => {
    const did = freshDid();
    const before = written(cardOf(did, { url: "https://tern.example/a2a" }));
    await importAgent(ctx(), before.input, before.source);
    const endpoint = { protocol: "a2a", url: "https://tern.example/a2a", transport: "JSONRPC" };
    const said = { description: "Counts birds.", version: "1.0", model_given: false, endpoints: [endpoint] };
    expect(await getAgent(ctx(), { did })).toMatchObject(said);
    expect((await importAgent(ctx(), before.input, before.source)).outcome).toBe("unchanged");
    const after = written(cardOf(did, { version: "2.0", documentationUrl: "https://tern.example/" }));
    const { outcome, changes } = await importAgent(ctx(), after.input, after.source);
    expect([outcome, changes]).toEqual([
      "updated",
      expect.arrayContaining([
        { field: "version", from: "1.0", to: "2.0" },
        { field: "homepage", from: "", to: "https://tern.example/" },
        { field: "endpoints", from: [endpoint], to: [] },
      ]),
    ]);
  });

  it("alone stores bytes: a registration by the API does not", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, capability_manifest: JSON.parse(cardOf(did)) });
    expect(await sourceOf(did)).toBeUndefined();
  });
});
