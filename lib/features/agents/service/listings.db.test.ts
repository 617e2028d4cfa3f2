import { describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/database/testing/test-database";
import { recordAudit } from "@/lib/features/council/service/audit";
import { recomputeTrust } from "@/lib/features/trust/service/recompute";
import { registrationOf } from "../manifests/recognise";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { deprecateAgent } from "./deprecate";
import { grantTier } from "./grant-tier";
import { importAgent } from "./import";
import { getAgent } from "./read";
import { registerAgent } from "./register";
import { setStatus } from "./set-status";
import { transferOwnership } from "./transfer-ownership";
import { updateAgent } from "./update";
import { withdrawAgent } from "./withdraw";

const database = testDatabase();
const { ctx } = memberFixtures(database);
const AT = new Date("2026-03-01T10:00:00Z");
const LATER = new Date("2026-05-01T10:00:00Z");

let servers = 0;
const line = () => {
  servers += 1;
  return { slug: `listed-${servers}`, name: "listed", provider: "maker", description: "Counts birds." };
};
/** Imports a record of a file. @returns its DID */
async function imported(record: object = line(), options = {}, at = AT): Promise<string> {
  const json = JSON.stringify(record);
  const registration = registrationOf(JSON.parse(json));
  if (!registration) throw new Error("no record");
  await importAgent(ctx(at), registration.input, { kind: registration.kind, bytes: Buffer.from(json) }, options);
  return registration.input.did;
}
const read = (did: string) => getAgent(ctx(), { did });

describe("an imported record", () => {
  it("is T0 and unverified, earns nothing by its content, and names the list and the time", async () => {
    const did = await imported();
    const agent = await read(did);
    expect(agent).toMatchObject({
      status: "unverified",
      trust_tier: "T0",
      trust_score: 0,
      listed_from: { source: "a list of MCP servers", url: null, at: AT.toISOString() },
    });
    expect(agent.member_since).toBeUndefined();
    expect(agent.signals.map(({ contribution }) => contribution)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("names the registry that its metadata names", async () => {
    const server = { name: "com.example/kept", description: "Keeps.", version: "1.0.0" };
    const did = await imported({ server, _meta: { "io.modelcontextprotocol.registry/official": { isLatest: true } } });
    expect((await read(did)).listed_from).toMatchObject({
      source: "the MCP Registry",
      url: "https://registry.modelcontextprotocol.io",
    });
  });

  it("earns nothing by time either, and another import leaves it listed since its first day", async () => {
    const record = line();
    const did = await imported(record);
    expect(await imported({ ...record, version: "2.0" }, {}, LATER)).toBe(did);
    expect(await read(did)).toMatchObject({
      status: "unverified",
      trust_score: 0,
      version: "2.0",
      listed_from: { at: AT.toISOString() },
    });
    const { trust_score, trust_tier } = await recomputeTrust(ctx(LATER), { did, as_of: "2026-06-01" });
    expect([trust_score, trust_tier]).toEqual([0, "T0"]);
  });

  it("is suspended, withdrawn and deprecated like others, and comes back as what it was", async () => {
    const did = await imported();
    const reason = "Asked for.";
    const statusAfter = async (change: Promise<unknown>) => {
      await change;
      const { status, listed_from } = await read(did);
      return [status, listed_from !== undefined];
    };
    expect(await statusAfter(setStatus(ctx(), { did, status: "suspended", reason }))).toEqual(["suspended", true]);
    expect(await statusAfter(setStatus(ctx(), { did, status: "active", reason }))).toEqual(["unverified", true]);
    expect(await statusAfter(withdrawAgent(ctx(), { did, withdrawn: true, reason }))).toEqual(["withdrawn", true]);
    expect(await statusAfter(setStatus(ctx(), { did, status: "suspended", reason }))).toEqual(["suspended", true]);
    expect(await statusAfter(setStatus(ctx(), { did, status: "active", reason }))).toEqual(["withdrawn", true]);
    expect(await statusAfter(withdrawAgent(ctx(), { did, withdrawn: false, reason }))).toEqual(["unverified", true]);
    const successor = await imported();
    await deprecateAgent(ctx(), { did, deprecated: true, successor, reason });
    expect(await read(did)).toMatchObject({ successor, status: "unverified" });
  });

  it("stays listed if an operator withdraws a grant that it does not have", async () => {
    const did = await imported();
    await grantTier(ctx(LATER), { did, tier: null, reason: "By mistake." });
    expect(await read(did)).toMatchObject({ status: "unverified", trust_tier: "T0", listed_from: expect.anything() });
  });

  it("stays at T0 in each of these states", async () => {
    const did = await imported();
    await setStatus(ctx(), { did, status: "suspended", reason: "Asked for." });
    expect(await read(did)).toMatchObject({ trust_tier: "T0", trust_score: 0 });
    await updateAgent(ctx(LATER), { did, patch: { role: "bird counter" }, ifMatch: undefined });
    expect(await read(did)).toMatchObject({ trust_tier: "T0", trust_score: 0, status: "suspended" });
  });
});

describe("a listed record becomes a member", () => {
  const auditor = "did:fed:s0:auditor";
  const audit = (verdict: "pass" | "fail") => (did: string) =>
    recordAudit(ctx(LATER), { did, auditor, verdict, summary: "Looked at.", findings: [], evidence: [] });

  it.each([
    [
      "its owner claims it",
      (did: string) => database().transaction((tx) => transferOwnership(ctx(LATER), tx, did, { by: "credential" })),
    ],
    ["an operator grants its tier", (did: string) => grantTier(ctx(LATER), { did, tier: "T2", reason: "Known." })],
    ["it passes an audit", audit("pass")],
    ["it fails an audit", audit("fail")],
    ["the operators register it by the API", (did: string) => registerAgent(ctx(LATER), { did, name: "Own" })],
  ])("if %s: its content and time count from then on", async (_, act) => {
    const did = await imported();
    await act(did);
    const agent = await read(did);
    expect(agent.listed_from).toBeUndefined();
    expect(agent).toMatchObject({
      status: "active",
      member_since: LATER.toISOString(),
      registered_at: AT.toISOString(),
    });
    expect(agent.trust_tier >= "T1").toBe(true);
    const signals = new Map(agent.signals.map(({ name, contribution }) => [name, contribution]));
    expect(signals.get("registration")).toBeGreaterThan(0);
    expect(signals.get("tenure")).toBe(0);
  });

  it("and its earlier days are computed by the rule for listed records", async () => {
    const did = await imported();
    await registerAgent(ctx(LATER), { did, name: "Own" });
    const on = async (as_of: string) => (await recomputeTrust(ctx(LATER), { did, as_of })).signals;
    const points = async (as_of: string) =>
      (await on(as_of)).flatMap(({ name, contribution }) =>
        name === "registration" || name === "tenure" ? [contribution] : [],
      );
    expect(await points("2026-04-30")).toEqual([0, 0]);
    expect(await points("2026-05-31")).toEqual([2.5, 3.3]);
  });

  it("but keeps a suspension", async () => {
    const did = await imported();
    await setStatus(ctx(), { did, status: "suspended", reason: "Asked for." });
    await grantTier(ctx(LATER), { did, tier: "T2", reason: "Known." });
    expect(await read(did)).toMatchObject({ status: "suspended", trust_tier: "T2" });
  });
});

describe("a list", () => {
  it("of the operators' own agents makes members, and may change them later", async () => {
    const record = line();
    const did = await imported(record, { members: true });
    expect(await read(did)).toMatchObject({ status: "active", trust_tier: "T1", member_since: AT.toISOString() });
    await imported({ ...record, version: "2.0" }, { members: true }, LATER);
    expect(await read(did)).toMatchObject({ version: "2.0", member_since: AT.toISOString() });
  });

  it("of the operators' own agents makes members of listed records", async () => {
    const record = line();
    const did = await imported(record);
    await imported(record, { members: true }, LATER);
    expect(await read(did)).toMatchObject({ status: "active", trust_tier: "T1", member_since: LATER.toISOString() });
  });

  it("of others never writes a member's record, also if the operators own it", async () => {
    const [own, joined] = [line(), line()];
    const did = await imported(own, { members: true });
    await expect(imported({ ...own, version: "2.0" })).rejects.toMatchObject({ kind: "didTaken" });
    expect((await read(did)).version).toBe("");
    await registerAgent(ctx(), { did: `did:mcp:default:${joined.slug}`, name: "Own" });
    await expect(imported(joined)).rejects.toMatchObject({ kind: "didTaken" });
  });

  it("of anyone never writes the record of an organisation", async () => {
    const did = freshDid();
    const own = { ...ctx(), caller: { kind: "provider", organisation: "Guild", credentialId: "c" } as const };
    await registerAgent(own, { did, name: "Own" });
    const source = { kind: "a2a-card", bytes: Buffer.from("{}") } as const;
    for (const members of [false, true]) {
      await expect(importAgent(ctx(), { did, name: "Taken" }, source, { members })).rejects.toMatchObject({
        kind: "didTaken",
      });
    }
    expect((await read(did)).name).toBe("Own");
  });
});
