import { describe, expect, it } from "vitest";
import { FixedWindow } from "./fixed-window";

const limit = { requests: 2, windowSeconds: 10 };

describe("fixed window", () => {
  it("drops a finished window's keys", () => {
    let now = 0;
    const window = new FixedWindow(limit, () => now);
    for (; now < 100_000; now += 2) window.take(`key ${now}`);
    expect(window.keys).toBeLessThanOrEqual(5_000);
  });

  it("holds no more keys than it may, whatever arrives in one window", () => {
    const window = new FixedWindow(limit, () => 0, 1_000);
    let most = 0;
    for (let key = 0; key < 10_500; key++) {
      window.take(`key ${key}`);
      most = Math.max(most, window.keys);
    }
    expect(most).toBe(1_000);
  });

  it("is aligned to the Unix epoch", () => {
    const window = new FixedWindow(limit, () => 1_234_567_891_234);
    expect(window.take("a").resetSeconds).toBe(1_234_567_900);
  });
});
