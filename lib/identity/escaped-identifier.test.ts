import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEscaped, withEscaped } from "./escaped-identifier";

describe("an escaped identifier", () => {
  it("has no character but letters, digits, hyphens and underscores", () => {
    expect(withEscaped("did:web:fed.example:agents:", "did:fed:s1:at_las%20")).toBe(
      "did:web:fed.example:agents:did_3afed_3as1_3aat_5flas_2520",
    );
  });

  it("is read back as what it was, and two are never the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (identifier) => {
        expect(readEscaped(withEscaped("", identifier))).toBe(identifier);
      }),
    );
  });

  it("is a hash if the whole would be longer than 255 characters", () => {
    const did = `did:fed:s1:${"a".repeat(220)}`;
    expect(withEscaped("urn:air:fed.example:agent:", did)).toMatch(/^urn:air:fed\.example:agent:[0-9a-f]{64}$/);
    expect(withEscaped("", did)).toHaveLength(did.length + 6);
  });

  it("is not decoded in any other spelling", () => {
    for (const segment of ["", "did:fed", "_3A", "_61", "_ff", "a_", "a_2"]) expect(readEscaped(segment)).toBeNull();
  });
});
