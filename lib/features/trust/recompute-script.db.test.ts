import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as recompute } from "@/app/api/trust/recompute/[did]/route";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { getAgent } from "@/lib/features/agents/contract";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { registerAgent } from "@/lib/features/agents/service/register";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { listAudits } from "@/lib/features/council/contract";
import { recordAudit } from "@/lib/features/council/service/audit";
import { getIncident } from "@/lib/features/incidents/contract";
import { OpenIncident } from "@/lib/features/incidents/schema";
import { openIncident } from "@/lib/features/incidents/service/open";
import { Tier } from "@/lib/identity/tiers";
import { get } from "@/lib/testing/call";
import { send } from "@/lib/testing/routes";
import { runScript } from "@/lib/testing/run-script";
import { recomputeTrust } from "./contract";
import { factsOf, utcDay } from "./rules";
import { Recomputation } from "./schema";
import { viewRecomputation } from "./view/recomputation";

const SCRIPT = path.resolve("public/evidence/recompute.mjs");
const database = testDatabase();
const DAY_MILLISECONDS = 86_400_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "governance-recompute-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...parameters: string[]) => runScript(SCRIPT, folder, parameters);

const TODAY = Date.parse("2030-06-30T00:00:00.000Z");
const daysAgo = fc.integer({ min: 0, max: 500 }).map((days) => new Date(TODAY - days * DAY_MILLISECONDS));
const KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

/** The service's responses about agents of every kind. */
const answer: fc.Arbitrary<Recomputation> = fc
  .record({
    row: fc.record({
      name: fc.constantFrom("atlas", "Atlas"),
      role: fc.constantFrom("", "r"),
      model: fc.constantFrom("", "m"),
      skills: fc.constantFrom<string[]>([], ["s"]),
      publicKey: fc.constantFrom("", KEY),
      provenKey: fc.constantFrom("", KEY),
      domains: fc.constantFrom<string[]>([], ["a.example"], ["a.example", "b.example"]),
      status: fc.constantFrom("active", "unverified", "suspended"),
      grantedTier: fc.option(fc.constantFrom(...Tier.options), { freq: 4 }),
      registeredAt: daysAgo,
    }),
    audits: fc.array(
      fc.record({
        verdict: fc.constantFrom("pass" as const, "pass" as const, "pass" as const, "fail" as const),
        day: daysAgo.map(utcDay),
        auditor: fc.constantFrom("did:fed:s0:a", "did:fed:s0:b"),
        organisation: fc.option(fc.constantFrom("Assay Guild", "Night Watch"), { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
    incidents: fc.array(
      fc.record({
        severity: fc.constantFrom("LOW" as const, "MAJOR" as const, "CRITICAL" as const),
        day: daysAgo.map(utcDay),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ row, audits, incidents }) => {
    const events = { audits: audits.toSorted((a, b) => (a.day < b.day ? -1 : 1)), incidents };
    const assessed = { ...agentRow({ did: "did:fed:s1:atlas", ...row }), events };
    const asOf = utcDay(new Date(TODAY));
    return Recomputation.parse(viewRecomputation(assessed, factsOf(assessed), asOf, new Date(TODAY)));
  });

async function compared(...answers: unknown[]) {
  const file = path.join(folder, "answers.json");
  await writeFile(file, JSON.stringify(answers));
  return run(file);
}

describe("public/evidence/recompute.mjs", () => {
  it("computes the service's own score, signals and tier for a thousand agents", async () => {
    const answers = fc.sample(answer, { numRuns: 1_000, seed: 1 });
    expect(new Set(answers.map(({ trust_tier }) => trust_tier)).size).toBe(5);
    expect(new Set(answers.map(({ earned_tier }) => earned_tier)).size).toBe(4);
    expect(await compared(...answers)).toEqual({ code: 0, said: "same: 1000 scores\n" });
  });

  it("finds every number that does not follow from the facts", async () => {
    const [one] = fc.sample(answer, { numRuns: 1, seed: 7 });
    if (!one) throw new Error("nothing was generated");
    const raised = one.signals.map((signal, at) =>
      at === 4 ? { ...signal, contribution: signal.contribution + 0.1 } : signal,
    );
    const lies = [
      { ...one, trust_score: one.trust_score + 0.1 },
      { ...one, earned_tier: one.earned_tier === "T3" ? "T2" : "T3" },
      { ...one, trust_tier: one.trust_tier === "T4" ? "T0" : "T4" },
      { ...one, signals: raised },
      { ...one, facts: { ...one.facts, key_verified: !one.facts.key_verified } },
      { ...one, facts: { ...one.facts, domains: one.facts.domains.length > 0 ? [] : ["a.example"] } },
    ];
    for (const lie of lies)
      expect(await compared(lie)).toMatchObject({ code: 1, said: expect.stringContaining("NOT THE SAME") });
  });

  it("does not report data as equal that it was not given", async () => {
    expect(await run()).toEqual({ code: 2, said: "NOT CHECKED: no answer was given\n" });
    expect(await run("nothing.json")).toEqual({ code: 2, said: expect.stringContaining("NOT CHECKED: ENOENT") });
  });

  it("compares the facts of a running service with its record, its audits and its weights", async () => {
    const did = "did:web:s1:example.org%3A8443:atlas";
    const at = (days: number) => ({
      ...systemContext(database()),
      clock: () => new Date(Date.now() - days * DAY_MILLISECONDS),
    });
    // Its record shows the provider as the model, which is no part of the registration.
    await registerAgent(at(100), { did, role: "r", provider: "p", runtime_type: "t", public_key: KEY });
    const audit = { did, summary: "", findings: [], evidence: [] };
    for (const [days, verdict] of [
      [50, "pass"],
      [20, "pending"],
      [10, "fail"],
      [5, "pass"],
    ] as const) {
      await recordAudit(at(days), { ...audit, verdict });
    }
    await openIncident(at(3), OpenIncident.parse({ title: "Late", severity: "MAJOR", affected: [did] }));
    await grantTier(at(0), { did, tier: "T2", reason: "Known." });
    let hideAudits = false;
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
      const id = pathname.split("/").at(-1) ?? "";
      const sent = { params: { did, id }, query: searchParams.toString() };
      if (pathname.startsWith("/evidence/")) return response.end(readFileSync(`public${pathname}`));
      const endpoint = [recomputeTrust, getAgent, listAudits, getIncident].find((each) =>
        pathname.startsWith(each.path.split("{")[0] ?? ""),
      );
      const body = endpoint && (await (await send(endpoint, sent)).json());
      return response.end(JSON.stringify(hideAudits && body.audits ? { ...body, audits: [], total: 0 } : body));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await run(origin, did)).toMatchObject({
        code: 0,
        said: expect.stringMatching(/^same: .*, T2 by an operator/),
      });
      expect((await run(origin, did, utcDay(at(30).clock()))).said).toMatch(/^same: .*: 3\d/);
      hideAudits = true;
      expect(await run(origin, did)).toMatchObject({ code: 1, said: "NOT THE SAME: the audits\n" });
    } finally {
      server.close();
    }
  });
});

describe("GET /api/trust/recompute/{did}", () => {
  const did = "did:fed:s1:recomputed";
  const ask = (query: Record<string, string> = {}, of = did) => get(recompute, query, { did: of });
  const inDays = (days: number) => utcDay(new Date(Date.now() + days * DAY_MILLISECONDS));
  beforeAll(async () => {
    const then = new Date(Date.now() - 30 * DAY_MILLISECONDS);
    await registerAgent({ ...systemContext(database()), clock: () => then }, { did, role: "r" });
    const audit = { did, summary: "", findings: [], evidence: [], verdict: "pass" as const };
    await recordAudit({ ...systemContext(database()), clock: () => new Date() }, audit);
  });

  it("computes the stored score, and names the parts of the registration", async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    const { facts, trust_score, as_of } = Recomputation.parse(body);
    expect(facts.registration.present).toEqual(["role"]);
    expect(facts.registration.missing).toHaveLength(7);
    const { body: agent } = await get((await import("@/app/api/agents/[did]/route")).GET, "", { did });
    expect([trust_score, as_of]).toEqual([agent["trust_score"], agent["as_of"]]);
  });

  it("sees the record on another day: without later audits, and with what will have faded", async () => {
    const before = Recomputation.parse((await ask({ as_of: inDays(-1) })).body);
    expect(before.facts.audits).toEqual([]);
    const later = Recomputation.parse((await ask({ as_of: inDays(365) })).body);
    expect(later.signals.find(({ name }) => name === "audits")?.contribution).toBe(0);
    expect(later.signals.find(({ name }) => name === "tenure")?.contribution).toBe(20);
  });

  it("rejects a text that is not a day, or a day before the agent's registration or more than a year ahead", async () => {
    for (const as_of of [
      "",
      "today",
      "2030-02-31",
      "2030-1-1",
      `${inDays(1)}T00:00:00Z`,
      inDays(-31),
      inDays(366),
      "a\0b",
    ]) {
      const { status, body } = await ask({ as_of });
      expect([as_of, status, body["error"]]).toEqual([as_of, 400, "Validation error"]);
      expect(body["message"]).toContain(inDays(-30));
    }
  });

  it("does not know an agent that is not there", async () => {
    for (const unknown of ["did:fed:s1:nobody", "nonsense", "a\0b"]) {
      expect((await ask({}, unknown)).body["error"]).toBe("Agent not found");
    }
  });
});
