import { describe, expect, it } from "vitest";
import { faultOfNode } from "./node-version.mjs";

describe("the version of Node", () => {
  it.each(["20.19.0", "20.20.2", "21.0.0", "24.1.0", "26.10.0", "100.0.0"])("%s is new enough", (version) => {
    expect(faultOfNode(version, ">=20.19")).toBeUndefined();
  });

  it.each(["18.20.8", "20.18.3", "20.9.0", "8.19.1"])("%s is too old, and the sentence names the oldest", (version) => {
    expect(faultOfNode(version, ">=20.19")).toBe(`Node 20.19 or newer is needed. This is Node ${version}.`);
  });
});
