import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/database/schema/agents";
import { changes } from "@/lib/database/schema/change-feed";
import { audits } from "@/lib/database/schema/council";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { sourceRecords, sources } from "@/lib/database/schema/sources";
import { testDatabase } from "@/lib/database/testing/test-database";
import { recordAudit } from "@/lib/features/council/service/audit";
import { recomputeTrust } from "@/lib/features/trust/service/recompute";
import { registrationOf } from "../manifests/recognise";
import { memberFixtures } from "../testing/fixtures";
import { grantTier } from "./grant-tier";
import { importAgent } from "./import";
import { listCopies } from "./list-copies";
import { getAgent } from "./read";
import { registerAgent } from "./register";
import { setStatus } from "./set-status";
import { storeSource } from "./store-source";

const database = testDatabase();
const { ctx, registered } = memberFixtures(database);
const COPIED = new Date("2026-03-01T10:00:00Z");
const KEY = Buffer.alloc(32, 7).toString("base64url");
const MOVED = new Date("2026-09-01T10:00:00Z");

let servers = 0;
/** Imports a record as the builds before listed records did: as a member. @returns its DID */
async function copied(at = COPIED): Promise<string> {
  servers += 1;
  const json = JSON.stringify({ slug: `copied-${servers}`, name: "copied", provider: "maker", description: "Counts." });
  const registration = registrationOf(JSON.parse(json));
  if (!registration) throw new Error("no record");
  const { did } = registration.input;
  const source = { kind: registration.kind, bytes: Buffer.from(json) };
  await importAgent(ctx(at), registration.input, source, { members: true });
  await database().update(agents).set({ memberSince: null }).where(eq(agents.did, did));
  return did;
}
const read = (did: string) => getAgent(ctx(MOVED), { did });
const run = () => listCopies(ctx(MOVED));
const isListed = async (did: string) => (await read(did)).listed_from !== undefined;

describe("records that an earlier build copied", () => {
  it("become listed at T0, with one act that has their number and a change of tier for each in the feed", async () => {
    const dids = [await copied(), await copied(), await copied()];
    expect((await read(dids[0] ?? "")).trust_tier).toBe("T1");
    expect(await run()).toBe(3);
    for (const did of dids) {
      expect(await read(did)).toMatchObject({
        status: "unverified",
        trust_tier: "T0",
        trust_score: 0,
        listed_from: { source: "a list of MCP servers", at: COPIED.toISOString() },
      });
      const told = await database().select().from(changes).where(eq(changes.subject, did));
      expect(told.filter(({ kind }) => kind === "agent.tier_changed")).toMatchObject([
        { data: { from: "T1", to: "T0" } },
      ]);
    }
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.kind, "agent.copies_listed"));
    expect(acts).toMatchObject([{ actor: "system", details: { agents: 3 } }]);
    expect(await run()).toBe(0);
  });

  it("are computed by the rule that held on each day", async () => {
    const did = await copied();
    await run();
    const on = async (as_of: string) => {
      const { trust_tier, trust_score, facts } = await recomputeTrust(ctx(MOVED), { did, as_of });
      return [trust_tier, trust_score > 0, facts.listed_on];
    };
    expect(await on("2026-08-31")).toEqual(["T1", true, "2026-09-01"]);
    expect(await on("2026-09-01")).toEqual(["T0", false, "2026-09-01"]);
  });

  it("name the followed list that they came from, but only its host", async () => {
    const did = await copied();
    const address = "https://lists.example:8443/mcp?key=secret";
    const row = { kind: "mcp-registry", address, everyMinutes: 60, state: "active", createdBy: "system" } as const;
    const [source] = await database().insert(sources).values(row).returning();
    await database()
      .insert(sourceRecords)
      .values({ did, sourceId: source?.id ?? "" });
    await run();
    expect((await read(did)).listed_from).toMatchObject({
      source: "the MCP registry of lists.example:8443",
      url: "https://lists.example:8443",
    });
  });

  it("stay suspended", async () => {
    const did = await copied();
    await setStatus(ctx(), { did, status: "suspended", reason: "Bad." });
    await run();
    expect(await read(did)).toMatchObject({ status: "suspended", trust_tier: "T0" });
    await setStatus(ctx(), { did, status: "active", reason: "Good." });
    expect((await read(did)).status).toBe("unverified");
  });
});

describe("a member stays a member", () => {
  const auditor = "did:fed:s0:auditor";
  it.each([
    ["with a granted tier", (did: string) => grantTier(ctx(), { did, tier: "T2", reason: "Known." })],
    [
      "with a completed audit",
      (did: string) =>
        recordAudit(ctx(), { did, auditor, verdict: "pass", summary: "Looked at.", findings: [], evidence: [] }),
    ],
    [
      "that an operator registered by the API since its import",
      (did: string) => registerAgent(ctx(MOVED), { did, capability_manifest: { name: "Own" } }),
    ],
  ])("%s", async (_, act) => {
    const did = await copied();
    await act(did);
    await run();
    expect(await isListed(did)).toBe(false);
  });

  it("when its grant or the proof of its key ends later", async () => {
    const [granted, proven] = [await copied(), await copied()];
    await grantTier(ctx(), { did: granted, tier: "T2", reason: "Known." });
    await database().update(agents).set({ publicKey: KEY, provenKey: KEY }).where(eq(agents.did, proven));
    const { registered_at } = await read(granted);
    await run();
    await grantTier(ctx(), { did: granted, tier: null, reason: "Not known any more." });
    await database().update(agents).set({ publicKey: "" }).where(eq(agents.did, proven));
    expect(await run()).toBe(0);
    expect([await isListed(granted), await isListed(proven)]).toEqual([false, false]);
    expect(await read(granted)).toMatchObject({ member_since: registered_at });
  });

  it("when an earlier build copies it once more from the list", async () => {
    const did = await copied();
    const { capability_manifest: capabilityManifest } = await read(did);
    await registerAgent(ctx(MOVED), { did, capability_manifest: { name: "Own" } });
    await run();
    await database().update(agents).set({ capabilityManifest }).where(eq(agents.did, did));
    expect(await run()).toBe(0);
    expect(await isListed(did)).toBe(false);
  });

  it("if it was never copied, or only its card was pulled", async () => {
    const plain = await registered();
    const pulled = await registered();
    await storeSource(database(), pulled, { kind: "a2a-card", bytes: Buffer.from("{}") }, COPIED);
    await database().transaction(async (tx) => {
      const { appendWithin, COUNCIL_LOG } = await import("@/lib/ledger/append");
      const details = { revision: 2, fields: ["version"], card: "https://x.example/card" };
      await appendWithin(
        tx,
        COUNCIL_LOG,
        { kind: "agent.updated", actor: "operator:ann", subject: pulled, details },
        MOVED,
      );
    });
    await run();
    expect([await isListed(plain), await isListed(pulled)]).toEqual([false, false]);
  });

  it("if the operators registered it, and then imported it as one of their own agents", async () => {
    const json = JSON.stringify({ slug: "registered-first", name: "first", provider: "maker", description: "Counts." });
    const read = registrationOf(JSON.parse(json));
    if (!read) throw new Error("no record");
    await registerAgent(ctx(COPIED), read.input);
    await importAgent(ctx(COPIED), read.input, { kind: read.kind, bytes: Buffer.from(json) }, { members: true });
    await run();
    expect(await isListed(read.input.did)).toBe(false);
  });

  it("if it is one of the operators' own agents", async () => {
    const did = await copied();
    await database().update(agents).set({ memberSince: COPIED }).where(eq(agents.did, did));
    await run();
    expect(await isListed(did)).toBe(false);
  });
});

describe("while an earlier build runs beside this one", () => {
  it("what it lifts is listed again, and what it scores by its own rule is scored again", async () => {
    const [lifted, scored] = [await copied(), await copied()];
    await run();
    await database().update(agents).set({ status: "active", trustTier: "T1" }).where(eq(agents.did, lifted));
    await database().update(agents).set({ trustScore: 12.5 }).where(eq(agents.did, scored));
    expect(await run()).toBe(2);
    expect(await read(lifted)).toMatchObject({ status: "unverified", trust_tier: "T0" });
    expect(await read(scored)).toMatchObject({ trust_score: 0, listed_from: { at: COPIED.toISOString() } });
  });

  it("what somebody claimed through it becomes a member", async () => {
    const did = await copied();
    await run();
    await database().update(agents).set({ ownerKind: "agent" }).where(eq(agents.did, did));
    await run();
    expect(await read(did)).toMatchObject({ status: "active", trust_tier: "T1", member_since: MOVED.toISOString() });
  });

  it.each([
    [
      "completed an audit of it",
      (did: string) =>
        database().insert(audits).values({
          id: randomUUID(),
          did,
          auditor: "did:fed:s0:auditor",
          verdict: "pass",
          summary: "Looked at.",
          findings: [],
          evidence: [],
          createdAt: MOVED,
        }),
      "An audit was completed through an earlier build.",
    ],
    [
      "proved its key",
      (did: string) =>
        database()
          .update(agents)
          .set({ publicKey: KEY, provenKey: KEY, keyProvenAt: MOVED })
          .where(eq(agents.did, did)),
      "It proved to control its key through an earlier build.",
    ],
    [
      "granted a tier",
      (did: string) => database().update(agents).set({ grantedTier: "T2", trustTier: "T2" }).where(eq(agents.did, did)),
      "The operators granted a tier through an earlier build.",
    ],
    [
      "registered it by the API",
      (did: string) =>
        database()
          .update(agents)
          .set({ status: "active", trustTier: "T1", capabilityManifest: { name: "Own" }, lastSeen: MOVED })
          .where(eq(agents.did, did)),
      "The operators registered it through an earlier build.",
    ],
  ])("a listed record is a member if the earlier build %s", async (_, act, reason) => {
    const did = await copied();
    await run();
    await act(did);
    expect(await run()).toBe(0);
    expect(await read(did)).toMatchObject({ status: "active", member_since: MOVED.toISOString() });
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, did));
    expect(acts.filter(({ kind }) => kind === "agent.listing_ended")).toMatchObject([
      { actor: "system", details: { reason } },
    ]);
    expect(await run()).toBe(0);
  });

  it("two instances that start at once move each record once", async () => {
    const dids = await Promise.all([copied(), copied(), copied()]);
    const moved = await Promise.all([run(), run()]);
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(dids.length);
  });
});
