import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { sourceRecords, sources } from "@/lib/database/schema/sources";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOf } from "../manifests/recognise";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { grantTier } from "./grant-tier";
import { importAgent } from "./import";
import { readListing, readListings } from "./listings";
import { transferOwnership } from "./transfer-ownership";

const database = testDatabase();
const { ctx, registered } = memberFixtures(database);
const AT = new Date("2026-03-01T10:00:00Z");

let servers = 0;
/** Imports a record of a file. @returns its DID */
async function imported(record?: object): Promise<string> {
  servers += 1;
  const json = JSON.stringify(record ?? { slug: `listed-${servers}`, name: "listed", provider: "maker" });
  const registration = registrationOf(JSON.parse(json));
  if (!registration) throw new Error("no record");
  const source = { kind: registration.kind, bytes: Buffer.from(json) };
  await importAgent(ctx(AT), registration.input, source);
  return registration.input.did;
}
const set = (did: string, values: object) => database().update(agents).set(values).where(eq(agents.did, did));

describe("an imported record that nobody claimed", () => {
  it("is listed since its first import, from its entry in the file", async () => {
    const did = await imported();
    expect(await readListing(ctx(), did)).toEqual({
      did,
      since: "2026-03-01",
      from: { name: "a list of MCP servers", href: `/api/agents/${encodeURIComponent(did)}/manifest` },
    });
  });

  it("names the registry that its metadata names", async () => {
    const server = { name: "com.example/kept", description: "Keeps.", version: "1.0.0" };
    const did = await imported({ server, _meta: { "io.modelcontextprotocol.registry/official": { isLatest: true } } });
    expect((await readListing(ctx(), did))?.from).toEqual({
      name: "the MCP Registry",
      href: "https://registry.modelcontextprotocol.io",
    });
  });

  it("names only the host of a followed source, because the rest of its address may contain a secret", async () => {
    const did = await imported();
    const address = "https://lists.example:8443/mcp?key=secret";
    const row = { kind: "mcp-registry", address, everyMinutes: 60, state: "active", createdBy: "system" } as const;
    const [source] = await database().insert(sources).values(row).returning();
    await database()
      .insert(sourceRecords)
      .values({ did, sourceId: source?.id ?? "" });
    expect((await readListing(ctx(), did))?.from).toEqual({
      name: "the MCP registry of lists.example:8443",
      href: "https://lists.example:8443",
    });
  });

  it("stays listed while it is suspended or withdrawn", async () => {
    const did = await imported();
    await set(did, { status: "suspended" });
    expect(await readListing(ctx(), did)).toBeDefined();
  });
});

describe("a member is not listed", () => {
  const audit = (did: string, verdict: "pass" | "fail") =>
    database()
      .insert(audits)
      .values({
        ...{ id: crypto.randomUUID(), did, auditor: "operator:ann", verdict, summary: "Looked at." },
        ...{ findings: [], evidence: [], createdAt: AT },
      });
  const key = "A".repeat(43);

  it.each([
    ["its owner claimed it", (did: string) => database().transaction((tx) => transferOwnership(ctx(), tx, did, {}))],
    ["an operator granted its tier", (did: string) => grantTier(ctx(), { did, tier: "T2", reason: "Known." })],
    ["it passed an audit", (did: string) => audit(did, "pass")],
    ["it failed an audit", (did: string) => audit(did, "fail")],
    ["it proved its key", (did: string) => set(did, { publicKey: key, provenKey: key })],
    ["it proved a domain", (did: string) => set(did, { domains: ["example.com"] })],
  ])("if %s", async (_, act) => {
    const did = await imported();
    expect(await readListing(ctx(), did)).toBeDefined();
    await act(did);
    expect(await readListing(ctx(), did)).toBeUndefined();
  });

  it("if it registered itself, or the operators registered it by the API", async () => {
    const dids = [await registered(freshDid(), "Guild"), await registered()];
    expect((await readListings(ctx(), [...dids, await imported()])).size).toBe(1);
  });
});
