import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorAt, type Place, placeCursor, readAt, START } from "./place";

const Cursor = placeCursor("start", "must be a cursor");

/** Reads a list to its end. @param change what happens to the list after each page */
async function readAll(list: string[], limit: number, change: (read: readonly string[]) => void): Promise<string[]> {
  const read: string[] = [];
  for (let place: Place = START; ; ) {
    const { page, next } = await readAt(
      place,
      limit,
      ({ offset, limit: most }) => list.slice(offset, offset + most),
      (entry) => entry,
    );
    read.push(...page);
    if (next.offset >= list.length) return read;
    change(read);
    place = Cursor.parse(cursorAt(next));
  }
}

describe("a list that is read page by page", () => {
  it("has each entry that stays once, whatever vanishes between two pages", async () => {
    const vanishing = fc.array(fc.nat(39), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.array(vanishing, { maxLength: 50 }), async (limit, gone) => {
        const list = Array.from({ length: 40 }, (_, n) => `did:x:s1:${n}`);
        const read = await readAll(list, limit, (before) => {
          // One of the last two entries of a page stays, or none of them was there.
          const kept = before.at(-1);
          for (const n of gone.shift() ?? []) {
            const at = list.indexOf(`did:x:s1:${n}`);
            if (at >= 0 && list[at] !== kept) list.splice(at, 1);
          }
        });
        expect(new Set(read).size).toBe(read.length);
        for (const entry of list) expect(read).toContain(entry);
      }),
    );
  });

  it("goes on although the last entry of a page vanishes", async () => {
    const list = ["a", "b", "c", "d", "e", "f"];
    expect(await readAll(list, 2, (read) => list.splice(list.indexOf(read.at(-1) ?? ""), 1))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
      "f",
    ]);
  });

  it("has no entry twice if others come before it", async () => {
    const list = ["a", "b", "c", "d", "e"];
    const coming = ["new 1", "new 2", "new 3"];
    expect(await readAll(list, 2, () => list.unshift(...coming.splice(0, 1)))).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("a cursor", () => {
  it("is a number as before, or also names entries", () => {
    expect(Cursor.parse(btoa("after:40"))).toEqual({ offset: 40, after: [] });
    const place = { offset: 3, after: ["did:fed:s1:b", "did:fed:s1:a"] };
    expect(Cursor.parse(cursorAt(place))).toEqual(place);
    for (const first of ["", "start"]) expect(Cursor.parse(first)).toEqual(START);
  });

  it.each(["x", btoa("after:"), btoa("after:-1"), btoa("after:9999999999"), btoa("after:1 \n"), "%%"])(
    "is not %j",
    (text) => {
      expect(Cursor.safeParse(text).error?.issues[0]?.message).toBe("must be a cursor");
    },
  );
});
