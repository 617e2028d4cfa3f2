import { describe, expect, it } from "vitest";
import { BOUNDS } from "@/lib/foundation/bounds";
import { boundFaultsOf } from "./manifest-bounds";
import { RegisterAgent } from "./schema";

const DID = "did:fed:s1:hostile";
const faultOf = (capability_manifest: Record<string, unknown>) => {
  const [issue] = RegisterAgent.safeParse({ did: DID, capability_manifest }).error?.issues ?? [];
  return issue && [issue.path.join("."), issue.message];
};

describe("a manifest", () => {
  it.each([
    [{ name: "." }, "name", BOUNDS.name],
    [{ packages: [{ version: "1" }] }, "packages.0.version", BOUNDS.version],
    [{ packages: [{ registryBaseUrl: "/" }] }, "packages.0.registryBaseUrl", BOUNDS.address],
    [{ packages: [{ registry_base_url: "/" }] }, "packages.0.registry_base_url", BOUNDS.address],
    [{ skills: [{ description: "d" }] }, "skills.0.description", BOUNDS.description],
    [{ remotes: [{ url: "u" }] }, "remotes.0.url", BOUNDS.address],
    [{ server: { version_detail: { version: "1" } } }, "server.version_detail.version", BOUNDS.version],
    [{ notes: { anything: "x" } }, "notes.anything", BOUNDS.text],
  ])("%j has a bound at %s", (manifest, path, bound) => {
    const stretched = (length: number) =>
      JSON.parse(JSON.stringify(manifest), (_, value) => (typeof value === "string" ? value.repeat(length) : value));
    expect(faultOf(stretched(bound))).toBeUndefined();
    expect(faultOf(stretched(bound + 1))).toEqual([
      `capability_manifest.${path}`,
      `must have at most ${bound} characters`,
    ]);
  });

  it("has a bound for the items of each list, and for its size", () => {
    const tags = (length: number) => ({ tags: Array.from({ length }, () => "t") });
    expect(faultOf(tags(BOUNDS.items))).toBeUndefined();
    expect(faultOf(tags(BOUNDS.items + 1))).toEqual(["capability_manifest.tags", "must have at most 1000 items"]);
    const large = { a: "x".repeat(15_000), b: "x".repeat(15_000), c: "x".repeat(15_000), d: "é".repeat(10_000) };
    expect(faultOf(large)?.[1]).toMatch(/at most 61440 bytes, and has 650\d\d/);
  });

  it("with any number of faults reports ten", () => {
    const manifest = { packages: Array.from({ length: 500 }, () => ({ version: "1".repeat(101) })) };
    expect(boundFaultsOf(manifest)).toHaveLength(10);
  });
});
