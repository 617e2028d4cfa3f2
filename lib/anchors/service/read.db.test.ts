import { beforeAll, describe, expect, it } from "vitest";
import * as contract from "../contract";
import { AnchorList } from "../schema";
import { anchor, call, testMemory } from "../testing/memory";

const { operator } = testMemory();
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

  it("have no `next_cursor` where none was asked for, as the contract has it", async () => {
    for (const query of ["", "limit=2", "limit=2&cursor="]) {
      expect(Object.keys(await list(query)).toSorted()).toEqual(["anchors", "count", "generated_at"]);
    }
  });

  it("refuse a cursor that no page gave", async () => {
    const { status, body } = await call(contract.listAnchors, { query: "cursor=0190b2f4" });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", fields: ["cursor"] } });
  });
});
