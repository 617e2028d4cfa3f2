import { describe, expect, it } from "vitest";
import { newestWithQuorum, pauseSeconds, type Received, withCosignatures } from "./rules";

const textOf = (size: number, root = "r") => `log.test\n${size}\n${root}\n`;
const cosignature = (witness: string, size: number, seconds: number, root?: string): Received => ({
  ...{ witness, size, cosignedAt: new Date(seconds * 1_000), receivedAt: new Date(seconds * 1_000) },
  note: `${textOf(size, root)}\n— log.test own\n`,
  line: `— ${witness} ${size}\n`,
});

describe("newestWithQuorum", () => {
  const all = [cosignature("a", 9, 50), cosignature("a", 5, 10), cosignature("b", 5, 20), cosignature("c", 5, 30)];

  it.each([
    [1, 9, 50],
    [2, 5, 20],
    [3, 5, 10],
  ])("of a quorum of %d is the checkpoint of %d entries, since the quorum had cosigned it", (quorum, size, seconds) => {
    const newest = newestWithQuorum(all, quorum);
    expect([newest?.size, newest?.at]).toEqual([size, new Date(seconds * 1_000)]);
  });

  it("has our signature first, and then all lines on the same checkpoint", () => {
    expect(newestWithQuorum(all, 2)?.note).toBe(`${textOf(5)}\n— log.test own\n— a 5\n— b 5\n— c 5\n`);
  });

  it("is signed by our present key, if it was cosigned again after a change of the key", () => {
    const later = { ...cosignature("b", 5, 20), note: `${textOf(5)}\n— log.test present\n` };
    for (const both of [
      [cosignature("a", 5, 10), later],
      [later, cosignature("a", 5, 10)],
    ]) {
      expect(newestWithQuorum(both, 2)?.note).toMatch(/— log\.test present\n— . 5\n— . 5\n$/);
    }
  });

  it("is none without enough witnesses, and never made of two trees of the same size", () => {
    expect(newestWithQuorum(all, 4)).toBeUndefined();
    expect(newestWithQuorum([], 1)).toBeUndefined();
    expect(newestWithQuorum([cosignature("a", 5, 1), cosignature("b", 5, 1, "other")], 2)).toBeUndefined();
  });
});

describe("withCosignatures", () => {
  it("adds only lines on exactly this checkpoint", () => {
    const note = `${textOf(5)}\n— log.test another-key\n`;
    const others = [cosignature("a", 5, 1, "other"), cosignature("b", 4, 1), cosignature("c", 5, 1)];
    expect(withCosignatures(note, others)).toBe(`${note}— c 5\n`);
  });
});

describe("pauseSeconds", () => {
  it("doubles up to a minute, and is as long as the witness asks, up to an hour", () => {
    expect([1, 2, 3, 6, 50].map((failures) => pauseSeconds(failures))).toEqual([2, 4, 8, 60, 60]);
    expect([10, 100, 1e9].map((seconds) => pauseSeconds(5, seconds))).toEqual([32, 100, 3_600]);
  });
});
