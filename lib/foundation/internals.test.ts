import { describe, expect, it } from "vitest";
import { dependencies } from "@/package.json";
import { assertInternals } from "./internals";

describe("the private fields", () => {
  it("were tried on these versions", () => {
    expect(dependencies).toMatchObject({ next: "16.4.6", "drizzle-orm": "0.45.4" });
  });

  it("are in this Node", () => expect(assertInternals).not.toThrow());
});
