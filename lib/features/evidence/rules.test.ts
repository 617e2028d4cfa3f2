import { describe, expect, it } from "vitest";
import { checksumsOf, describeEvidence, type FoundFile } from "./rules";
import { EvidenceManifest } from "./schema";

const found = (file: string, opening = "", digit = "a"): FoundFile => ({
  ...{ file, opening, sha256: digit.repeat(64), sizeBytes: opening.length },
});
const localOf = (...files: FoundFile[]) =>
  describeEvidence(files).predicate.documents.filter(({ location }) => location === "local");

describe("the statement", () => {
  it("is an in-toto Statement v1 whose subjects are the local documents, in the order of their names", () => {
    const one = found("b.md", "# B", "b");
    const other = found("a.md", "# A", "a");
    expect(describeEvidence([one, other])).toEqual(describeEvidence([other, one]));
    expect(describeEvidence([one, other])).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      subject: [
        { name: "a.md", digest: { sha256: "a".repeat(64) } },
        { name: "b.md", digest: { sha256: "b".repeat(64) } },
      ],
      predicateType: expect.any(String),
    });
    expect(checksumsOf(describeEvidence([one, other]))).toBe(`${"a".repeat(64)}  a.md\n${"b".repeat(64)}  b.md\n`);
  });

  it.each([
    ["charter.md", "# The charter\n\nText", "The charter"],
    ["verify.mjs", "#!/usr/bin/env node\n// Verifies a log offline.\nimport x", "Verifies a log offline"],
    ["verify.mjs", "// Verifies a log: node verify.mjs FILE", "Verifies a log"],
    ["rule.md", "# RFC 1: The process", "RFC 1: The process"],
    ["weights.json", '{\n  "title": "Weights"\n}', "Weights"],
    ["note.txt", "\r\n\r\nA note\r\n", "A note"],
    ["nothing.txt", "", "nothing.txt"],
    ["bare.json", "{}", "bare.json"],
  ])("calls %s by what it calls itself", (file, opening, title) => {
    expect(localOf(found(file, opening))).toMatchObject([{ file, title }]);
  });

  it("makes ids that need no escaping in a query", () => {
    expect(localOf(found("rfc/0001.md"), found("a_B.c.txt")).map(({ id }) => id)).toEqual(["a-b-c", "rfc-0001"]);
  });

  it.each(["../a.md", "a/../b.md", "/a.md", "a\0.md", ".hidden.md", "a//b.md", "a b.md", ""])(
    "takes no file name that could lead elsewhere: %j",
    (file) => {
      const { predicate, ...rest } = describeEvidence([found("a.md")]);
      const subject = [{ name: file, digest: { sha256: "a".repeat(64) } }];
      const documents = predicate.documents.map((each) => (each.location === "local" ? { ...each, file } : each));
      expect(EvidenceManifest.safeParse({ ...rest, subject, predicate: { ...predicate, documents } }).success).toBe(
        false,
      );
    },
  );

  it("has a hash for every local document", () => {
    const statement = describeEvidence([found("a.md")]);
    expect(EvidenceManifest.safeParse({ ...statement, subject: [] }).success).toBe(false);
  });
});
