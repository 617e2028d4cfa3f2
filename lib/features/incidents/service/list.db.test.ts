import { beforeAll, describe, expect, it } from "vitest";
import { GET as listRoute } from "@/app/api/incidents/route";
import { testDatabase } from "@/lib/database/testing/test-database";
import { get } from "@/lib/testing/call";
import { IncidentList } from "../schema";
import { incidentFixtures } from "../testing/fixtures";

const database = testDatabase();
const { operatorToken, open, move } = incidentFixtures(database);
const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await get(listRoute, query);
  expect(status).toBe(200);
  return IncidentList.strict().parse(body);
};
const FIELDS = ["by_severity", "by_status", "generated_at", "incidents", "total"];
const ids = ({ incidents }: IncidentList) => incidents.map(({ id }) => id);

describe("GET /api/incidents", () => {
  const opened: number[] = [];
  const totals = {
    by_severity: { LOW: 5, MAJOR: 1, CRITICAL: 1 },
    by_status: { OPEN: 6, FROZEN: 0, RESOLVED: 1, EXPORTED: 0 },
    total: 7,
  };
  beforeAll(async () => {
    const token = await operatorToken();
    for (const severity of ["LOW", "LOW", "MAJOR", "LOW", "CRITICAL", "LOW", "LOW"]) {
      opened.unshift((await open({ title: `Gap ${opened.length + 1} at 100%`, severity }, token)).id);
    }
    await move(opened.at(-1) ?? 0, "RESOLVED", token);
  });

  it("has exactly the contract's fields without parameters", async () => {
    for (const query of [{}, { q: "" }, { severity: "", status: "", cursor: "" }, { unknown: "1" }]) {
      const { body } = await get(listRoute, query);
      expect(body).toMatchObject({ ...totals, generated_at: expect.any(String) });
      expect(Object.keys(body).toSorted()).toEqual(FIELDS);
      expect((body["incidents"] as { id: number }[]).map(({ id }) => id)).toEqual(opened);
    }
  });

  it("counts the matching incidents, and the totals of all incidents", async () => {
    const low = await list({ severity: "low" });
    expect(low).toMatchObject({ ...totals, matching: 5 });
    expect(ids(low)).toHaveLength(5);
    expect(await list({ status: "Resolved" })).toMatchObject({ ...totals, matching: 1 });
    expect(await list({ q: "gap 3 AT 100%" })).toMatchObject({ ...totals, matching: 1 });
    expect(await list({ q: "\0" })).toMatchObject({ ...totals, matching: 0, incidents: [] });
    expect(await list({ severity: "LOW", status: "OPEN" })).toMatchObject({ matching: 4 });
  });

  it.each([{ limit: "2" }, { limit: "3", severity: "LOW" }, { cursor: "start", limit: "1" }])(
    "page by page has every incident of %j once, newest first",
    async (query) => {
      const all = ids(await list({ ...query, limit: "1000" }));
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ ...query, ...(cursor ? { cursor } : {}) });
        expect(page).toMatchObject({ ...totals, matching: all.length });
        expect(ids(page).length).toBeLessThanOrEqual(Number(query.limit));
        seen.push(...ids(page));
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(all);
    },
  );

  it("limits `limit`, and rejects a cursor that is not from a page", async () => {
    expect(ids(await list({ limit: "0" }))).toHaveLength(1);
    expect(ids(await list({ limit: "9999" }))).toEqual(opened);
    const { status, body } = await get(listRoute, { cursor: "7" });
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "Validation error", fields: ["cursor"] } });
  });
});
