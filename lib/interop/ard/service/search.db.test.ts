import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { CARD, ExploreRequest, ListQuery, MCP_SERVER, SearchRequest } from "../schema";
import { ConformingFacets, ConformingList, ConformingSearch } from "../testing/conformance";
import { didOf, LONG, NOT_OFFERED, ORIGIN, plain, registerMembers } from "../testing/members";
import { exploreArd } from "./explore";
import { listArd } from "./list";
import { searchArd } from "./search";

vi.stubEnv("PUBLIC_URL", ORIGIN);
vi.stubEnv("ARD_PEERS", "urn:air:peer.example:registry:main=https://peer.example/api/ard/");

const database = testDatabase();
let ctx: Context;
beforeAll(async () => {
  ctx = systemContext(database());
  await registerMembers(ctx);
});

const search = (input: object) => searchArd(ctx, SearchRequest.parse(input), ORIGIN);
const list = (input: object = {}) => listArd(ctx, ListQuery.parse(input), ORIGIN);
const explore = (input: object) => exploreArd(ctx, ExploreRequest.parse(input), ORIGIN);

describe("a search", () => {
  it("finds what the agents' search finds, with its relevance, and offers no suspended or withdrawn member", async () => {
    const found = plain(await search({ query: { text: "translate contracts" } }));
    expect(ConformingSearch.safeParse(found).error).toBeUndefined();
    expect(found.results.map(didOf).toSorted()).toEqual(["did:fed:s1:glossa", "did:fed:s1:kantele"]);
    expect(found.results[0]).toMatchObject({ source: `${ORIGIN}/api/ard/`, trustManifest: { identityType: "did" } });
    const named = await search({ query: { text: "Glossa" } });
    expect(named.results[0]).toMatchObject({ displayName: "Glossa", score: 100 });
    expect(found).not.toHaveProperty("referrals");
  });

  it("pages without a gap or a repetition", async () => {
    const seen: string[] = [];
    for (let pageToken: string | undefined, n = 0; n < 10; n += 1) {
      const page = await search({ query: { text: "translate contracts" }, pageSize: 1, pageToken });
      seen.push(...page.results.map(didOf));
      ({ pageToken } = page);
      if (pageToken === undefined) break;
    }
    expect(seen.toSorted()).toEqual(["did:fed:s1:glossa", "did:fed:s1:kantele"]);
  });

  it.each<[object, string[]]>([
    [{ type: CARD }, ["did:fed:s1:glossa"]],
    [{ type: [CARD, MCP_SERVER] }, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    [{ type: ["text/nothing"] }, []],
    [{ tags: ["law", "bookkeeping"] }, ["did:fed:s1:glossa"]],
    [{ tags: ["law"], type: [MCP_SERVER] }, []],
    [{ capabilities: "Translate contracts" }, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    [{ publisher: ["FED.example"] }, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    [{ publisher: ["other.example"] }, []],
    [{ displayName: "gloss" }, ["did:fed:s1:glossa"]],
    [{ displayName: "%" }, []],
    [{ "trustManifest.attestations.type": ["FederationStanding"] }, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    [{ "trustManifest.attestations.type": ["SOC2-Type2"] }, []],
    [{ "metadata.example.fed.trustTier": ["T1", "x"] }, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    [{ "metadata.example.fed.trustTier": ["T4"] }, []],
  ])("takes the filter %j", async (filter, dids) => {
    const { results } = await search({ query: { text: "translate contracts", filter } });
    expect(results.map(didOf).toSorted()).toEqual(dids);
  });

  it.each(["url", "trustTier", "__proto__", "constructor", "metadata.example.fed.", "metadata.other.trustTier", ""])(
    "rejects a filter by %j, and lists the supported ones",
    async (field) => {
      const filter = JSON.parse(`{${JSON.stringify(field)}: ["x"]}`);
      const asked = { query: { text: "x", filter: {} as Record<string, string[]> } };
      Object.defineProperty(asked.query.filter, field, { value: filter[field] ?? ["x"], enumerable: true });
      const request = { ...SearchRequest.parse({ query: { text: "x" } }), query: asked.query };
      await expect(searchArd(ctx, request, ORIGIN)).rejects.toMatchObject({
        kind: "invalid",
        message: expect.stringContaining("publisher"),
      });
    },
  );

  it.each([
    {},
    { query: {} },
    { query: { text: " " } },
    { query: { text: 7 } },
    { query: { text: "x", filter: [] } },
    { query: { text: "x", filter: { tags: [] } } },
    { query: { text: "x", filter: { tags: [1] } } },
    { query: { text: "x", filter: { tags: "a\0" } } },
    { query: { text: "x", filter: { tags: "\ud800" } } },
    { query: { text: "x", filter: { tags: "a".repeat(256) } } },
    { query: { text: "x", filter: { tags: Array.from({ length: 51 }, String) } } },
    { query: { text: "x" }, federation: "all" },
    { query: { text: "x" }, pageSize: 0 },
    { query: { text: "x" }, pageSize: 1.5 },
    { query: { text: "x" }, pageSize: "10" },
    { query: { text: "x" }, pageToken: "x" },
    { query: { text: "x" }, pageToken: btoa("after:-1") },
    { query: { text: "x" }, pageToken: btoa("after:99999999999") },
  ])("refuses %j", (input) => {
    expect(SearchRequest.safeParse(input).success).toBe(false);
  });

  it("accepts any text, and everything that ARD leaves open", async () => {
    for (const text of ["' or 1=1 --", "\0\ud800", "x".repeat(16_384), "-", "😀", "\u202e"]) {
      expect(ConformingSearch.safeParse(plain(await search({ query: { text } }))).error, text).toBeUndefined();
    }
    expect(SearchRequest.safeParse({ query: { text: "x".repeat(16_385) } }).success).toBe(false);
    const lenient = {
      query: { text: "x", filter: null, "@context": {} },
      federation: null,
      pageSize: 5_000,
      pageToken: null,
    };
    expect((await search(lenient)).results).toEqual(expect.any(Array));
  });

  it("refers to the peers of ARD_PEERS if that is requested, and calls none itself", async () => {
    const { referrals } = await search({ query: { text: "x" }, federation: "referrals" });
    expect(referrals).toEqual([
      {
        identifier: "urn:air:peer.example:registry:main",
        displayName: "peer.example",
        type: "application/ai-registry+json",
        url: "https://peer.example/api/ard/",
      },
    ]);
  });
});

describe("a list", () => {
  it("has every offered member once, page by page, and counts them", async () => {
    const seen: string[] = [];
    let total = 0;
    for (let pageToken: string | undefined, n = 0; n < 100; n += 1) {
      const page = await list({ pageSize: 3, ...(pageToken && { pageToken }) });
      expect(ConformingList.safeParse(plain(page)).error).toBeUndefined();
      seen.push(...page.items.map(didOf));
      ({ pageToken, total } = page);
      if (pageToken === undefined) break;
    }
    expect(seen.length).toBe(total);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual(expect.arrayContaining(["did:fed:s1:glossa", LONG]));
    expect(seen.filter((did) => NOT_OFFERED.includes(did))).toEqual([]);
  });

  it.each([
    [`type = '${CARD}'`, ["did:fed:s1:glossa", "did:fed:s2:bare-a2a"]],
    [`type = '${CARD},${MCP_SERVER}' AND tags = 'translation'`, ["did:fed:s1:glossa", "did:fed:s1:kantele"]],
    ["displayName = 'TALLY' AND createdAfter > '2020-01-01'", ["did:fed:s2:tally"]],
    ["displayName = 'TALLY' AND createdAfter > '9999-12-31T23:59:59Z'", []],
    ["publisherId = 'other.example, fed.example' AND capabilities = 'sum'", ["did:fed:s2:tally"]],
    ["publisherId = 'other.example'", []],
  ])("takes the filter %s", async (filter, dids) => {
    const { items, total } = await list({ filter });
    expect(items.map(didOf).toSorted()).toEqual(dids);
    expect(total).toBe(dids.length);
  });

  it.each([
    { filter: "updatedAfter > '2026-01-01'" },
    { filter: "createdAfter > 'yesterday'" },
    { filter: "createdAfter > '0000-01-01'" },
    { filter: "createdAfter > '9999-12-31T23:59:59-01:00'" },
    { filter: "createdAfter > '2026-01-01,2026-01-02'" },
    { filter: "nonsense" },
    { orderBy: "score" },
  ])("refuses %j", async (input) => {
    await expect(list(input)).rejects.toMatchObject({ kind: "invalid" });
  });

  it("orders as it is asked", async () => {
    const filter = "tags = 'translation, bookkeeping'";
    const named = async (orderBy: string) => (await list({ filter, orderBy })).items.map((entry) => entry.displayName);
    expect(await named("displayName")).toEqual(["Glossa", "Kantele", "Tally"]);
    expect(await named("createdAt DESC")).toEqual(["Tally", "Kantele", "Glossa"]);
  });
});

describe("facets", () => {
  it("count the same set that a search finds", async () => {
    const asked = {
      query: { text: "translate contracts" },
      resultType: {
        facets: [
          { field: "type" },
          { field: "tags", limit: 1 },
          { field: "publisher" },
          { field: "metadata.example.fed.trustTier" },
          { field: "metadata.example.fed.provider" },
        ],
      },
    };
    const found = await explore(asked);
    expect(ConformingFacets.safeParse(found).error).toBeUndefined();
    expect(found.facets).toEqual({
      type: {
        buckets: [
          { value: CARD, count: 1 },
          { value: MCP_SERVER, count: 1 },
        ],
        otherCount: 0,
      },
      tags: { buckets: [{ value: "translation", count: 2 }], otherCount: 1 },
      publisher: { buckets: [{ value: "fed.example", count: 2 }], otherCount: 0 },
      "metadata.example.fed.trustTier": { buckets: [{ value: "T1", count: 2 }], otherCount: 0 },
      "metadata.example.fed.provider": { buckets: [{ value: "Polyglot Cooperative", count: 1 }], otherCount: 0 },
    });
  });

  it("take a filter, a least count, and no query at all", async () => {
    const byTag = await explore({
      query: { filter: { tags: ["law"] } },
      resultType: { facets: [{ field: "capabilities" }] },
    });
    expect(byTag.facets["capabilities"]?.buckets).toEqual([{ value: "Translate contracts", count: 1 }]);
    const common = await explore({ resultType: { facets: [{ field: "tags", minCount: 2, limit: 100 }] } });
    expect(common.facets["tags"]?.buckets.every(({ count }) => count >= 2)).toBe(true);
    const all = await explore({ resultType: { facets: [{ field: "publisher" }] } });
    expect(all.facets["publisher"]?.buckets[0]?.count).toBe((await list()).total);
    const none = await explore({
      query: { filter: { type: "text/none" } },
      resultType: { facets: [{ field: "type" }] },
    });
    expect(none.facets["type"]).toEqual({ buckets: [], otherCount: 0 });
  });

  it("reject a field that cannot be counted, and too many fields", async () => {
    for (const field of ["url", "score", "__proto__", "provider"]) {
      await expect(explore({ resultType: { facets: [{ field }] } })).rejects.toMatchObject({ kind: "invalid" });
    }
    const facets = (n: number) => ({ resultType: { facets: Array.from({ length: n }, () => ({ field: "type" })) } });
    for (const input of [{}, { resultType: {} }, facets(0), facets(6), { resultType: { facets: [{}] } }]) {
      expect(ExploreRequest.safeParse(input).success).toBe(false);
    }
  });
});
