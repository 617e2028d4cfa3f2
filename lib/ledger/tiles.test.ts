import fc from "fast-check";
import { expect, it } from "vitest";
import { hasTile, readTile, tileIndexText, tilesOf } from "./tiles";

it.each([
  [0, 256, "000"],
  [67, 256, "067"],
  [1_000, 256, "x001/000"],
  [1_234_067, 256, "x001/x234/067"],
  [273, 112, "273.p/112"],
])("tile %i of width %i is at %s", (index, width, text) => {
  expect(tileIndexText({ index, width })).toBe(text);
  expect(readTile("0", text)).toEqual({ level: 0, index, width });
});

it("each tile has one address", () => {
  const tile = fc.record({
    level: fc.oneof(fc.constant("entries" as const), fc.nat(63)),
    index: fc.maxSafeNat(),
    width: fc.integer({ min: 1, max: 256 }),
  });
  fc.assert(
    fc.property(tile, (each) => {
      expect(readTile(`${each.level}`, tileIndexText(each))).toEqual(each);
    }),
  );
});

it.each([
  ...["", "0", "00", "0000", "x000", "x000/067", "001/067", "x001/x067", "x1/067", "X001/067", "abc", "-01", "067/"],
  ...["067.p", "067.p/", "067.p/0", "067.p/01", "067.p/256", "067.p/1000", "067.p/1/", "067.p/1.p/1", "067.P/1"],
  "x009/x007/x199/x254/x740/992",
])("%j is no index", (text) => {
  expect(readTile("0", text)).toBeNull();
});

it.each(["", "00", "01", "64", "-1", "1.0", "data", "Entries", "99999"])("%j is no level", (level) => {
  expect(readTile(level, "000")).toBeNull();
});

it("has the tiles of the specification's example of 70,000 entries", () => {
  const tiles = [...tilesOf(70_000)];
  const counted = (level: number | "entries", isPartial: boolean) =>
    tiles.filter((tile) => tile.level === level && tile.width < 256 === isPartial).map(({ width }) => width);
  for (const level of ["entries", 0] as const) {
    expect(counted(level, false)).toHaveLength(273);
    expect(counted(level, true)).toEqual([112]);
  }
  expect([counted(1, false).length, counted(1, true), counted(2, false), counted(2, true)]).toEqual([1, [17], [], [1]]);
});

it.each([
  [0, []],
  [1, ["entries 1", "0 1"]],
  [255, ["entries 255", "0 255"]],
  [256, ["entries 256", "0 256", "1 1"]],
  [257, ["entries 256", "entries 1", "0 256", "0 1", "1 1"]],
])("a log of %i entries has exactly these tiles", (size, expected) => {
  const tiles = [...tilesOf(size)];
  expect(tiles.map(({ level, width }) => `${level} ${width}`)).toEqual(expected);
  for (const tile of tiles) expect(hasTile(size, tile)).toBe(true);
});

it("serves a partial tile of each earlier size, until the full tile exists", () => {
  const at = (size: number, width: number) => hasTile(size, { level: 0, index: 1, width });
  expect([at(256, 1), at(257, 1), at(300, 44), at(300, 45), at(511, 1), at(511, 255)]).toEqual([
    ...[false, true, true, false, true, true],
  ]);
  expect([at(511, 256), at(512, 256), at(512, 255)]).toEqual([false, true, false]);
  expect(hasTile(Number.MAX_SAFE_INTEGER, { level: 63, index: 0, width: 1 })).toBe(false);
});
