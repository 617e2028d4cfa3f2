import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "@/app/api/search/route";
import { ensureSigningKey } from "@/lib/authority/keys";
import { testDatabase } from "@/lib/database/testing/test-database";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { AnchorPayload } from "@/lib/features/anchors/schema";
import { anchorPayload } from "@/lib/features/anchors/service/anchor";
import { RecordAudit } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { incidentFixtures } from "@/lib/features/incidents/testing/fixtures";
import { SendEvent } from "@/lib/features/relay/schema";
import { sendEvent } from "@/lib/features/relay/service/send";
import { syncRfcs } from "@/lib/features/rfcs/service/sync-rfcs";
import { rfcTextOf } from "@/lib/features/rfcs/service/texts";
import { currentBuild } from "@/lib/foundation/build";
import { get } from "@/lib/testing/call";
import { SearchAnswer } from "../schema";

const database = testDatabase();
const { ctx, registered, operatorToken, open } = incidentFixtures(database);
const ATLAS = "did:fed:s1:atlas";

async function found(q: string, limit = 5) {
  const { status, body } = await get(GET, { q, limit: String(limit) });
  expect(status, q).toBe(200);
  const { exact, groups } = SearchAnswer.strict().parse(body);
  return {
    exact: exact.map(({ kind, id }) => `${kind} ${id}`),
    groups: Object.fromEntries(groups.map(({ kind, results }) => [kind, results.map(({ id }) => id)])),
    more: groups.flatMap(({ kind, more }) => (more ? [kind] : [])),
  };
}

let anchor: { id: string; hash: string };
let audit: string;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  for (const did of [ATLAS, "did:fed:s1:atlas-2", "did:fed:s1:100_percent", "did:fed:s1:100-percent"]) {
    await registered(did);
  }
  const text = (number: number, title: string, words: string) => {
    const head = `number: ${number}\ntitle: ${title}\nstatus: DRAFT\ncreated: 2026-11-21\nauthors: council`;
    return rfcTextOf(`${number}.md`, Buffer.from(`---\n${head}\n---\n\n# ${title}\n\n${words}\n`));
  };
  await syncRfcs(ctx(), [text(1, "Names", "How an atlas is named."), text(2, "Atlas", "Maps.")]);
  const token = await operatorToken();
  await open({ title: "The Atlas of 2025 was lost" }, token);
  await open({ title: "Another loss" }, token);
  anchor = await anchorPayload(ctx(), AnchorPayload.parse({ did: ATLAS, payload: { map: 1 } }));
  audit = (await recordAudit(ctx(), RecordAudit.parse({ did: ATLAS, auditor: "did:fed:s0:one" }))).id;
  await sendEvent(ctx(), SendEvent.parse({ src_did: ATLAS, intent: "map", trace_id: "t-atlas" }), null);
});

describe("GET /api/search", () => {
  it("finds a word in agents, incidents, RFCs, titles before texts, in that order of kinds", async () => {
    const { exact, groups, more } = await found("  ATLAS ");
    expect(exact).toEqual([]);
    expect(Object.entries(groups)).toEqual([
      ["agent", [ATLAS, "did:fed:s1:atlas-2"]],
      ["incident", ["1"]],
      ["rfc", ["2", "1"]],
    ]);
    expect(more).toEqual([]);
  });

  it("puts exactly named things first, and nothing twice", async () => {
    expect(await found(ATLAS)).toMatchObject({ exact: [`agent ${ATLAS}`], groups: {} });
    expect((await found("2")).exact).toEqual(["incident 2", "rfc 2"]);
    expect((await found("1")).exact).toEqual(["incident 1", "rfc 1", `entry ${anchor.id}`]);
    for (const [q, named] of [
      ["RFC-0002", "rfc 2"],
      ["incident #2", "incident 2"],
      ["anchor 1", `entry ${anchor.id}`],
      [anchor.id.toUpperCase(), `entry ${anchor.id}`],
      [anchor.hash, `entry ${anchor.id}`],
      [audit, `audit ${audit}`],
      ["t-atlas", "trace t-atlas"],
      [`v${currentBuild().version}`, `release ${currentBuild().version}`],
    ] as const) {
      expect((await found(q)).exact, q).toEqual([named]);
    }
  });

  it("finds agents by their texts, despite typos, and by some of the words if nothing has all", async () => {
    const did = "did:fed:s2:ledgerlines";
    await registerAgent(ctx(), { did, skills: ["Reconcile accounts"], description: "Compares statements of banks." });
    expect((await found("comparing statements")).groups["agent"]).toEqual([did]);
    expect((await found("recnocile")).groups["agent"]).toEqual([did]);
    const { body } = await get(GET, { q: "reconcile elephants quickly" });
    expect(body["groups"]).toMatchObject([{ kind: "agent", results: [{ id: did, match: "meaning" }] }]);
  });

  it("finds an entry by the first eight digits of its hash, and a trace only by its whole id", async () => {
    expect((await found(anchor.hash.slice(0, 8))).groups).toMatchObject({ entry: [anchor.id] });
    expect(await found(anchor.hash.slice(0, 7))).toEqual({ exact: [], groups: {}, more: [] });
    expect((await found("t-atla")).groups).not.toHaveProperty("trace");
  });

  it("takes eight decimal digits for the beginning of a hash, too", async () => {
    const append = (map: number) => anchorPayload(ctx(), AnchorPayload.parse({ did: ATLAS, payload: { map } }));
    let decimal: { id: string; hash: string } | undefined;
    // Every 43rd hash begins so.
    while (!decimal) {
      const some = await Promise.all(Array.from({ length: 100 }, (_, map) => append(map)));
      decimal = some.find(({ hash }) => /^[1-9]\d{7}/.test(hash));
    }
    const { exact, groups } = await found(decimal.hash.slice(0, 8));
    expect({ exact, groups }).toMatchObject({ exact: [], groups: { entry: [decimal.id] } });
  });

  it("finds pages by any of their words", async () => {
    expect((await found("merkle")).groups["page"]?.[0]).toBe("/anchors");
  });

  it("returns a limited number of each kind, and says that there are more", async () => {
    expect(await found("atlas", 1)).toMatchObject({ groups: { agent: [ATLAS], rfc: ["2"] }, more: ["agent", "rfc"] });
  });

  it("takes %, _ and \\ first as letters of titles, then as the end of a word", async () => {
    const token = await operatorToken();
    for (const title of ["Fell by 100_percent", "Fell by 100-percent"]) await open({ title }, token);
    expect((await found("100_per")).groups).toMatchObject({
      agent: ["did:fed:s1:100-percent", "did:fed:s1:100_percent"],
      incident: ["3", "4"],
    });
    expect((await found("las_of_2")).groups).not.toHaveProperty("incident");
    expect((await found("las of 2")).groups).toHaveProperty("incident", ["1"]);
  });

  it("finds agents that may fit after those that fit, and never those that are not offered", async () => {
    const [fits, mayFit, joined] = ["did:fed:s4:weather", "did:fed:s4:plane", "did:fed:s4:joined"] as const;
    await registerAgent(ctx(), { did: fits, description: "Weather forecasts for airports." });
    const tools = [{ name: "get_runway", description: "Forecasts the use of a runway." }];
    await registerAgent(ctx(), { did: mayFit, description: "Forecasts for airports.", capability_manifest: { tools } });
    await joinAgent(ctx(), { did: joined, capabilities: ["weather forecasts for airports"] });
    const { body } = await get(GET, { q: "weather forecast for an airport" });
    expect(body["groups"]).toMatchObject([
      { kind: "agent", results: [{ id: fits }, { id: mayFit, match: "meaning" }] },
    ]);
    const { reason, words } = SearchAnswer.parse(body).agents ?? {};
    expect(reason).toBe("fits");
    expect(words).toMatchObject([{ word: "weather" }, { word: "forecast" }, { word: "airport", how: "exact" }]);
    const { results } = SearchAnswer.parse(body).groups[0] ?? {};
    expect(results?.map(({ fit }) => fit)).toEqual(["fits", "fits"]);
    expect(results?.map(({ met }) => met?.map(({ word }) => word))).toEqual([
      ["weather", "forecasts", "airports"],
      ["Forecasts", "Forecasts", "airports"],
    ]);
    expect((await found("runway")).groups).toEqual({ agent: [mayFit] });
    await setStatus(ctx(), { did: mayFit, status: "suspended", reason: "A test." });
    expect((await found("runway")).groups).toEqual({});
  });

  it.each([
    "",
    " ",
    "\0",
    "\ud800",
    "a".repeat(256),
    "%%%",
    "'; drop table agents; --",
    "9".repeat(400),
    "../..",
    "🙂",
  ])("finds nothing for %j, without an error", async (q) => {
    expect(await found(q)).toEqual({ exact: [], groups: {}, more: [] });
  });
});
