import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { GET } from "@/app/api/agents/[did]/manifest/route";
import { agentSources } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOf } from "../manifests/recognise";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { importAgent } from "./import";
import { readManifest } from "./manifest";
import { registerAgent } from "./register";

const database = testDatabase();
const { ctx } = memberFixtures(database);

const SERVER = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "org.example/manifest",
  version: "1.0.0",
  packages: [{ registryType: "npm", identifier: "manifest", version: "1.0.0" }],
  icons: [{ src: "https://example.org/icon.png" }],
};

async function imported(json: string): Promise<string> {
  const registration = registrationOf(JSON.parse(json));
  if (!registration) throw new Error("no record");
  const { kind, input } = registration;
  await importAgent(ctx(), input, { kind, bytes: Buffer.from(json) });
  return input.did;
}

describe("what an agent's record was made of", () => {
  it("are the bytes that an import read, until the record has another manifest", async () => {
    const json = `${JSON.stringify(SERVER, null, 3)}\n`;
    const did = await imported(json);
    const { text, imported: source } = await readManifest(ctx(), { did });
    expect(text).toBe(json);
    expect(source).toMatchObject({ kind: "mcp-server-json", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { capability_manifest, ...rest } = registrationOf(SERVER)?.input ?? { did };
    await registerAgent(ctx(), { ...rest, capability_manifest, role: "another" });
    expect((await readManifest(ctx(), { did })).text).toBe(json);
    await registerAgent(ctx(), { ...rest, capability_manifest: { ...capability_manifest, version: "2.0.0" } });
    const later = await readManifest(ctx(), { did });
    expect([later.imported, JSON.parse(later.text)]).toEqual([undefined, { ...capability_manifest, version: "2.0.0" }]);
  });

  it("is the manifest that was sent to the API, byte for byte what JSON makes of it", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, capability_manifest: { b: 1, a: ["ż"] } });
    const response = await GET(new Request("http://localhost/"), { params: Promise.resolve({ did }) });
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({ a: ["ż"], b: 1 });
  });

  it("is the manifest if an import of the bytes would break a bound that came later", async () => {
    const name = "org.example/large";
    // The manifest names each transport, so only the manifest is too large.
    const packages = Array.from({ length: 1_000 }, (_, at) => ({ registryType: "npm", identifier: `p${at}` }));
    const source = JSON.stringify({ ...SERVER, name, packages });
    const did = await imported(JSON.stringify({ ...SERVER, name }));
    const tooLong = JSON.stringify({ ...SERVER, name, description: "d".repeat(4_001) });
    for (const json of [source, tooLong]) {
      expect(() => registrationOf(JSON.parse(json))).toThrow(z.ZodError);
      await database()
        .update(agentSources)
        .set({ bytes: Buffer.from(json) })
        .where(eq(agentSources.did, did));
      const read = await readManifest(ctx(), { did });
      expect([read.imported, JSON.parse(read.text).version]).toEqual([undefined, "1.0.0"]);
    }
  });

  it("is not found for an agent that is none", async () => {
    await expect(readManifest(ctx(), { did: "did:fed:s1:nobody-here" })).rejects.toMatchObject({ kind: "notFound" });
    await expect(readManifest(ctx(), { did: "\0" })).rejects.toMatchObject({ kind: "notFound" });
  });
});
