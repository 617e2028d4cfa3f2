import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registerAgent } from "@/lib/features/agents/service/register";
import { listDirectory } from "@/lib/features/directory/service/list";
import { Cursor } from "@/lib/http/filter";
import {
  Dimension,
  type DirectoryFilters,
  DirectoryQuery,
  FACET_FILTERS,
  type Facets,
  type ZoneCounts,
} from "../directory-schema";
import { countAgentsByZone } from "./count-by-zone";
import { listFacets, listFacetValues } from "./facets";
import { findAgents } from "./find-agents";

const database = testDatabase();

describe("listFacets", () => {
  let ctx: Context;
  beforeAll(async () => {
    ctx = systemContext(database());
    for (let n = 0; n < 40; n += 1) {
      const did = `did:fed:s${n % 3}:agent-${n}`;
      const role = n % 7 === 0 ? "" : `role ${n % 4}`;
      const trust_tier = n % 5 === 0 ? "T3" : undefined;
      const about = {
        provider: ["Lattice Works", "LATTICE  works", "Assay House", ""][n % 4],
        runtime_type: ["node", "python", ""][n % 3],
        tags: [`tag ${n % 11}`, "agents"].slice(0, n % 3),
        capabilities: n % 2 === 0 ? ["mcp"] : ["a2a", "mcp"],
      };
      await registerAgent(ctx, { did, role, model: `model-${n % 6}`, trust_tier, ...about }, { isDemo: n % 8 === 0 });
      if (n % 10 === 0) {
        const marks = { publicKey: "key", provenKey: "key", auditsPassed: 1, incidentsNamed: n % 20 };
        await database().update(agents).set(marks).where(eq(agents.did, did));
      }
    }
  });

  const show = (filters: object) => listDirectory(ctx, DirectoryQuery.parse(filters));

  it.each<DirectoryFilters>([
    {},
    { zone: "s1" },
    { q: "agent-1" },
    { role: "role", tier: "T3" },
    { role_is: "role 2", demo: "hide" },
    { provider: "lattice works", protocol: "mcp" },
    { tag: "agents", runtime: "python", incidents: "none" },
    { key: "verified", audited: "yes" },
    { text: "agent" } as object,
  ])("counts for each value exactly what choosing it shows, under %o", async (filters) => {
    const facets = await listFacets(ctx, filters);
    expect(facets).toMatchObject({ everyone: 40, demo: 5 });
    for (const dimension of Dimension.options) {
      const parameter = FACET_FILTERS[dimension];
      const values = facets[dimension];
      expect(values.length).toBe(Math.min(facets.values[dimension], 8));
      for (const { value, agents } of values) {
        const { total } = await findAgents(ctx, { ...filters, [parameter]: value }, { limit: 1, offset: 0 });
        expect(total, `${parameter}=${value}`).toBe(agents);
      }
    }
  });

  it("lists every value of a facet page by page, the commonest first", async () => {
    const { tag, values } = await listFacets(ctx, { zone: "S1" });
    expect(values.tag).toBeGreaterThan(8);
    const all: Facets["tag"] = [];
    let cursor: number | undefined;
    do {
      const page = await listFacetValues(ctx, { dimension: "tag", zone: "S1", limit: 3, cursor });
      expect(page.total).toBe(values.tag);
      all.push(...page.values);
      cursor = page.next_cursor === undefined ? undefined : (Cursor.parse(page.next_cursor) ?? undefined);
    } while (cursor !== undefined);
    expect(all.slice(0, 8)).toEqual(tag);
    expect(new Set(all.map(({ value }) => value)).size).toBe(values.tag);
    expect(all.map(({ agents: n }) => n)).toEqual(all.map(({ agents: n }) => n).sort((a, b) => b - a));
  });

  it("counts again when a key is proven, an audit passes or an incident names an agent", async () => {
    const filters = { q: "agent-11" };
    const counts = async () => {
      const { key, audited, incidents } = await listFacets(ctx, filters);
      return [key, audited, incidents].map((values) => values[0]?.agents ?? 0);
    };
    expect(await counts()).toEqual([0, 0, 1]);
    const change = (marks: object) => database().update(agents).set(marks).where(eq(agents.did, "did:fed:s2:agent-11"));
    await change({ publicKey: "key", provenKey: "key" });
    expect(await counts()).toEqual([1, 0, 1]);
    await change({ auditsPassed: 1 });
    expect(await counts()).toEqual([1, 1, 1]);
    await change({ incidentsNamed: 1 });
    expect(await counts()).toEqual([1, 1, 0]);
    await change({ publicKey: "", provenKey: "", auditsPassed: 0, incidentsNamed: 0 });
  });

  it("counts own tags and derived ones together, says how many are derived, and finds both", async () => {
    const provider = "Weather House";
    const about = { provider, description: "Tells the weather." };
    const count = async () => (await listFacets(ctx, { provider })).tag;
    await registerAgent(ctx, { did: "did:fed:s0:told", provider, tags: ["weather", "rain"] });
    expect(await count()).toEqual([
      { value: "rain", agents: 1 },
      { value: "weather", agents: 1 },
    ]);
    await registerAgent(ctx, { did: "did:fed:s0:derived", ...about, tags: ["mcp"] });
    expect((await count())[0]).toEqual({ value: "weather", agents: 2, derived: 1 });
    expect((await show({ tag: "weather" })).total).toBe(2);
    expect((await show({ tag: "weather" })).agents.map((agent) => agent.derived_tags).sort()).toEqual([
      [],
      ["weather"],
    ]);
    // Another table changes only the derived tags, and no revision.
    await database().update(agents).set({ derivedTags: [] }).where(eq(agents.provider, provider));
    expect(await count()).toContainEqual({ value: "weather", agents: 1 });
    expect((await show({ tag: "weather" })).total).toBe(1);
    await database().delete(agents).where(eq(agents.provider, provider));
  });

  it("shows spellings of one provider as one", async () => {
    const { provider } = await listFacets(ctx, {});
    expect(provider).toEqual([
      { value: expect.stringMatching(/^lattice\s+works$/i), agents: 20 },
      { value: "Assay House", agents: 10 },
    ]);
  });

  it("counts no model that only the provider filled in, nor is it one that can be chosen", async () => {
    const provider = "Unnamed Models";
    await registerAgent(ctx, { did: "did:fed:s0:modelless", provider });
    await registerAgent(ctx, { did: "did:fed:s0:modelled", provider, model: provider });
    expect((await listFacets(ctx, { q: "did:fed:s0:model" })).model).toEqual([{ value: provider, agents: 1 }]);
    expect((await show({ model_is: provider })).agents).toMatchObject([
      { did: "did:fed:s0:modelled", model_given: true },
    ]);
    expect((await show({ model: "unnamed" })).total).toBe(2);
    // Only `model_given` changes, which invalidates the cached counts.
    await registerAgent(ctx, { did: "did:fed:s0:modelless", provider, model: provider });
    expect((await listFacets(ctx, { q: "did:fed:s0:model" })).model).toEqual([{ value: provider, agents: 2 }]);
    expect((await show({ model_is: provider })).total).toBe(2);
    await database().delete(agents).where(eq(agents.provider, provider));
  });

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

  it("returns empty facets for filters that nothing can match", async () => {
    expect(await listFacets(ctx, { q: "\0" })).toMatchObject({ zone: [], role: [] });
  });

  it("returns a census whose sums agree, with the agents of the smallest zones counted together", async () => {
    for (const zone of ["a", "b", "c", "d", "e"]) {
      await registerAgent(ctx, { did: `did:fed:${zone}:only`, trust_tier: "T2" });
    }
    const { zones, everyone } = await countAgentsByZone(ctx);
    const sum = (tiers: ZoneCounts["everyone"]) => Object.values(tiers).reduce((total, agents) => total + agents, 0);
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

  it("counts again as soon as a filtered column has changed, and not after a rollback", async () => {
    const filters = { q: "did:fed:s4", role_is: "late role" };
    const late = async () => (await listFacets(ctx, filters)).model;
    const register = (model: string) => registerAgent(ctx, { did: "did:fed:s4:late", role: "late role", model });
    expect(await late()).toEqual([]);
    await register("first-model");
    expect(await late()).toEqual([{ value: "first-model", agents: 1 }]);
    await register("second-model");
    expect(await late()).toEqual([{ value: "second-model", agents: 1 }]);
    const undone = database().transaction(async (tx) => {
      await tx.update(agents).set({ role: "other" });
      tx.rollback();
    });
    await expect(undone).rejects.toThrow();
    expect(await late()).toEqual([{ value: "second-model", agents: 1 }]);
    await database().update(agents).set({ role: "other" }).where(eq(agents.did, "did:fed:s4:late"));
    expect(await late()).toEqual([]);
  });
});
