import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/context";
import { testDatabase } from "@/lib/db/testing/test-database";
import { type Census, DirectoryQuery, type Facets } from "../schema";
import { INSERT_GENERATED_AGENTS } from "../testing/generated-agents";
import { takeCensus } from "./census";
import { listFacets } from "./facets";
import { listDirectory } from "./read";
import { registerAgent } from "./register";

const database = testDatabase();
const PARAMETER = { zone: "zone", status: "status", tier: "tier", role: "role_is", model: "model_is" } as const;

describe("listFacets", () => {
  let ctx: Context;
  beforeAll(async () => {
    ctx = systemContext(database());
    for (let n = 0; n < 40; n += 1) {
      const did = `did:fed:s${n % 3}:agent-${n}`;
      const role = n % 7 === 0 ? "" : `role ${n % 4}`;
      const trust_tier = n % 5 === 0 ? "T3" : undefined;
      await registerAgent(ctx, { did, role, model: `model-${n % 6}`, trust_tier }, { isDemo: n % 8 === 0 });
    }
  });

  const show = (filters: Record<string, string>) => listDirectory(ctx, DirectoryQuery.parse(filters));

  it.each([{}, { zone: "s1" }, { q: "agent-1" }, { role: "role", tier: "T3" }, { role_is: "role 2", demo: "hide" }])(
    "counts for each value exactly what choosing it shows, under %o",
    async (filters) => {
      const facets = await listFacets(ctx, filters);
      expect(facets).toMatchObject({ everyone: 40, demo: 5 });
      for (const [dimension, parameter] of Object.entries(PARAMETER)) {
        const values = facets[dimension as keyof typeof PARAMETER];
        expect(values.length).toBeGreaterThan(0);
        for (const { value, agents } of values) {
          expect((await show({ ...filters, [parameter]: value })).total, `${parameter}=${value}`).toBe(agents);
        }
      }
    },
  );

  it("adds up: the zones' counts are the agents that match", async () => {
    const facets = await listFacets(ctx, { status: "active" });
    const sum = (values: Facets["zone"]) => values.reduce((total, { agents }) => total + agents, 0);
    const { total } = await show({ status: "active" });
    expect(sum(facets.zone)).toBe(total);
    expect(sum(facets.tier)).toBe(total);
  });

  it("counts a new agent at once", async () => {
    const before = await listFacets(ctx, {});
    await registerAgent(ctx, { did: "did:fed:s4:newcomer", role: "role 0" });
    const after = await listFacets(ctx, {});
    expect(after.zone).toContainEqual({ value: "S4", agents: 1 });
    const roleZero = (facets: Facets) => facets.role.find(({ value }) => value === "role 0")?.agents ?? 0;
    expect(roleZero(after)).toBe(roleZero(before) + 1);
  });

  it("answers filters that nothing can match with empty facets", async () => {
    expect(await listFacets(ctx, { q: "\0" })).toMatchObject({ zone: [], role: [] });
  });

  it("takes a census whose sums agree, with the agents of the smallest zones counted together", async () => {
    for (const zone of ["a", "b", "c", "d", "e"]) {
      await registerAgent(ctx, { did: `did:fed:${zone}:only`, trust_tier: "T2" });
    }
    const { zones, everyone } = await takeCensus(ctx);
    const sum = (tiers: Census["everyone"]) => Object.values(tiers).reduce((total, agents) => total + agents, 0);
    expect(zones.map(({ zone }) => zone)).toEqual(["S0", "S1", "S2", "S4", "a", "b", "c", null]);
    expect(zones.at(-1)?.tiers).toEqual({ T0: 0, T1: 0, T2: 2, T3: 0, T4: 0 });
    expect(zones.reduce((total, { tiers }) => total + sum(tiers), 0)).toBe(sum(everyone));
    const { zone, tier } = await listFacets(ctx, {});
    expect(tier.map(({ value, agents }) => [value, agents]).sort()).toEqual(
      Object.entries(everyone).filter(([, agents]) => agents > 0),
    );
    for (const { value, agents } of zone.filter((each) => each.value.startsWith("S"))) {
      expect(sum(zones.find((each) => each.zone === value)?.tiers ?? everyone)).toBe(agents);
    }
  });

  it("answers of a large register with the last count of its roles, exact zones, and soon the new roles", async () => {
    const sql = (database() as unknown as { $client: { unsafe: (text: string, values: number[]) => Promise<unknown> } })
      .$client;
    for (let first = 1; first <= 10_001; first += 1_000) {
      await sql.unsafe(INSERT_GENERATED_AGENTS, [first, Math.min(first + 999, 10_001)]);
    }
    const before = await listFacets(ctx, { zone: "S4" });
    await registerAgent(ctx, { did: "did:fed:s4:late", role: "late role" });
    const at = (facets: Facets) => facets.zone.find(({ value }) => value === "S4")?.agents ?? 0;
    const meanwhile = await listFacets(ctx, { zone: "S4" });
    expect(at(meanwhile)).toBe(at(before) + 1);
    expect(meanwhile.role).toEqual(before.role);
    const filters = { zone: "S4", role_is: "late role" };
    expect((await listFacets(ctx, filters)).model).toEqual([]);
    await registerAgent(ctx, { did: "did:fed:s4:later", role: "late role", model: "late-model" });
    await expect.poll(async () => (await listFacets(ctx, filters)).model).toEqual([{ value: "late-model", agents: 1 }]);
  });
});
