import fc from "fast-check";
import { expect, it } from "vitest";
import { NumberLists } from "./number-lists";

const LISTS = 5;
const step = fc.record({
  list: fc.nat(LISTS - 1),
  value: fc.integer({ min: 0, max: 40 }),
  kind: fc.constantFrom("append", "append", "append", "remove", "clear"),
});

it("lists have the numbers that were appended and not removed, and use room again", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const lists = new NumberLists();
      const expected = Array.from({ length: LISTS }, (): number[] => []);
      for (const { list, value, kind } of steps) {
        const numbers = expected[list] as number[];
        if (kind === "append") {
          lists.append(list, value);
          numbers.push(value);
        } else if (kind === "remove") {
          lists.remove(list, value);
          if (numbers.includes(value)) numbers.splice(numbers.indexOf(value), 1);
        } else {
          lists.clear(list);
          numbers.length = 0;
        }
        for (const [at, each] of expected.entries()) {
          expect([...lists.view(at)].sort()).toEqual([...each].sort());
        }
      }
    }),
  );
  const lists = new NumberLists();
  for (let round = 0; round < 50; round += 1) {
    for (let value = 0; value < 1_000; value += 1) lists.append(3, value);
    lists.clear(3);
  }
  expect(lists.numbers.length).toBeLessThan(5_000);
});
