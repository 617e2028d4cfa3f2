import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/agents/[did]/manifest/route";
import { testDatabase } from "@/lib/db/testing/test-database";
import { registrationOf } from "../sources/recognise";
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

  it("is not found for an agent that is none", async () => {
    await expect(readManifest(ctx(), { did: "did:fed:s1:nobody-here" })).rejects.toMatchObject({ kind: "notFound" });
    await expect(readManifest(ctx(), { did: "\0" })).rejects.toMatchObject({ kind: "notFound" });
  });
});
