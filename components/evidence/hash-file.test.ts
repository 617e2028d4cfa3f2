import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashFile } from "./hash-file";

describe("a visitor's file", () => {
  it.each([0, 1, 65_536, 3_000_001])("of %i bytes has the same hash as by node:crypto", async (size) => {
    const bytes = randomBytes(size);
    const hash = await hashFile(new File([bytes], "a.bin"), () => {});
    expect(hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  it("reports its progress in order, up to 1, at most a hundred times", async () => {
    const shares: number[] = [];
    const parts = Array.from({ length: 300 }, () => randomBytes(10_000));
    await hashFile(new File(parts, "a.bin"), (share) => shares.push(share));
    expect(shares).toEqual([...new Set(shares)].toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.length).toBeLessThanOrEqual(100);
  });
});
