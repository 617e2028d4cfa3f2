import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loggablePath } from "./loggable-path";

const OWN = "self-chosen/token+of%an-operator";

describe("a path in the log", () => {
  it.each([
    ["/join/status/fgs_apl_Abc-def%2D_9", "/join/status/[secret]"],
    ["/x/FGS_OPR_Abc", "/x/[secret]"],
    ["/x/fgs%5Fapl%5fAbc", "/x/[secret]"],
    ["/x/%66gs_agt_Abc", "/x/[secret]"],
    ["/x/%66%67%73%5F%61gt%5FAbc", "/x/[secret]"],
    ["/x/%2566gs_agt_Abc", "/x/[secret]"],
    ["/x/%ff%66gs_agt_Abc", "/x/%ff[secret]"],
    ["/hook/whsec_AbC+/d=", "/hook/[secret]"],
    [`/x/${OWN}/y`, "/x/[secret]/y"],
    [`/x/${encodeURIComponent(OWN)}/y`, "/x/[secret]/y"],
    ["/x/own%41token/y", "/x/[secret]/y", "own%41token"],
  ])("%s has no secret: %s", (url, path, own = OWN) => {
    expect(loggablePath(url, own)).toBe(path);
  });

  it.each(["/agents/did%3Afed%3As1%3Aa", "/a%zz", "/agents/did:fed:s1:a", "/%E0%A4%A", ""])(
    "%s stays as it was sent",
    (url) => {
      expect(loggablePath(url, undefined)).toBe(url);
    },
  );

  it("has no query and at most 512 characters", () => {
    expect(loggablePath("/search?q=fgs_agt_x", undefined)).toBe("/search");
    expect(loggablePath(`/${"x".repeat(9_000)}`, undefined)).toHaveLength(512);
  });

  it("never contains a token, in whatever letters it is encoded", () => {
    const token = "fgs_agt_7Kx_secret-part";
    const encoded = fc.array(fc.boolean(), { minLength: token.length, maxLength: token.length });
    fc.assert(
      fc.property(encoded, (which) => {
        const written = [...token].map((letter, at) => (which[at] ? `%${letter.charCodeAt(0).toString(16)}` : letter));
        expect(loggablePath(`/x/${written.join("")}`, undefined)).toBe("/x/[secret]");
      }),
    );
  });
});
