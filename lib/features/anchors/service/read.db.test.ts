import { beforeAll, describe, expect, it } from "vitest";
import * as contract from "../contract";
import { AnchorList } from "../schema";
import { anchor, anchorFixtures, call } from "../testing/fixtures";

const { operator } = anchorFixtures();
const DID = "did:fed:s1:bulk";
const list = async (query: string) => {
  const { status, body } = await call(contract.listAnchors, { query });
  expect(status).toBe(200);
  return AnchorList.strict().parse(body);
};

describe("the anchors page by page", () => {
  let all: string[];
  beforeAll(async () => {
    for (let n = 0; n < 7; n += 1) {
      await anchor(operator(), { payload: n, did: DID, scope: n === 3 ? "PRIVATE" : "PUBLIC" });
    }
    all = (await list("")).anchors.map(({ id }) => id);
    expect(all).toHaveLength(6);
  });

  it.each([1, 2, 3, 6, 7])("by %d have every public anchor once, newest first", async (limit) => {
    const seen: string[] = [];
    let cursor: string | undefined = "start";
    while (cursor !== undefined) {
      const page = await list(`limit=${limit}&cursor=${cursor}`);
      expect(page.count).toBe(page.anchors.length);
      seen.push(...page.anchors.map(({ id }) => id));
      cursor = page.next_cursor;
      // An anchor that is written meanwhile comes before the pages that are left.
      if (seen.length === limit) await anchor(operator(), { payload: "later", did: DID, scope: "FEDERATION" });
    }
    expect(seen).toEqual(all);
  });

  it("have no `next_cursor` if none was requested, as in the contract", async () => {
    for (const query of ["", "limit=2", "limit=2&cursor="]) {
      expect(Object.keys(await list(query)).toSorted()).toEqual(["anchors", "count", "generated_at"]);
    }
  });

  it("reject a cursor that is not from a page", async () => {
    const { status, body } = await call(contract.listAnchors, { query: "cursor=0190b2f4" });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", fields: ["cursor"] } });
  });
});

describe("the anchors narrowed", () => {
  const [one, other] = ["did:fed:s1:narrowed", "did:fed:s1:narrowed-2"];
  const ids: string[] = [];
  const idsOf = async (query: Record<string, string>) =>
    (await list(String(new URLSearchParams(query)))).anchors.map(({ id }) => id);
  beforeAll(async () => {
    for (const [did, scope] of [
      [one, "PUBLIC"],
      [one, "PRIVATE"],
      [one, "FEDERATION"],
      [other, "PUBLIC"],
      [one, "PUBLIC"],
    ]) {
      const { body } = await anchor(operator(), { payload: "narrowed", did, scope });
      ids.push(String(body["id"]));
      // Each has its own time.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  });

  it("to an agent are its public ones and no others, page by page", async () => {
    expect(await idsOf({ did: one })).toEqual([ids[4], ids[0]]);
    expect(await idsOf({ did: other })).toEqual([ids[3]]);
    const first = await list(`did=${one}&limit=1&cursor=start`);
    expect([first.anchors[0]?.id, await idsOf({ did: one, cursor: first.next_cursor ?? "" })]).toEqual([
      ids[4],
      [ids[0]],
    ]);
    for (const did of ["did:fed:s1:narrowe", "\0", "ł"]) expect(await idsOf({ did })).toEqual([]);
  });

  it("to some time are those of its first and last instant, too", async () => {
    const { anchors } = await list("");
    const at = (id = "") => anchors.find((each) => each.id === id)?.created_at ?? "";
    expect(await idsOf({ from: at(ids[3]) })).toEqual([ids[4], ids[3]]);
    expect(await idsOf({ from: at(ids[0]), to: at(ids[3]) })).toEqual([ids[3], ids[0]]);
    expect(await idsOf({ did: one, to: at(ids[3]), from: at(ids[0]) })).toEqual([ids[0]]);
    expect(await idsOf({ from: "2999-01-01" })).toEqual([]);
    expect(await idsOf({ did: "", from: "", to: "" })).toEqual(anchors.map(({ id }) => id));
  });

  it("reject a text that is not a time", async () => {
    const { status, body } = await call(contract.listAnchors, { query: "from=yesterday" });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", fields: ["from"] } });
  });

  it("forget an anchor whose payload was erased", async () => {
    await call(contract.eraseAnchor, { token: operator(), body: { id: ids[0], reason: "It named a person." } });
    expect(await idsOf({ did: one })).toEqual([ids[4]]);
  });
});
