import { describe, expect, it } from "vitest";
import { bodyOf, fragmentOf, numberOf, readFrontMatter, sectionsOf, summaryOf } from "./rules";

const HEAD = "number: 7\ntitle: Routing\nstatus: DRAFT\ncreated: 2026-11-21\nauthors: council, operators";
const file = (head = HEAD) => `---\n${head}\n---\n\n# RFC 7: Routing\n\nText.\n`;

describe("front matter", () => {
  it("is read with its lists, and absent fields are empty", () => {
    expect(readFrontMatter(file())).toEqual({
      ...{ number: 7, title: "Routing", status: "DRAFT", created: "2026-11-21", authors: ["council", "operators"] },
      ...{ supersedes: [], superseded_by: null },
    });
    expect(readFrontMatter(file(`${HEAD}\nsupersedes: 2, 5`)).supersedes).toEqual([2, 5]);
  });

  it.each([
    ["none at all", "# RFC 7\n"],
    ["a field that nobody knows", file(`${HEAD}\ncolour: green`)],
    ["a status that nobody knows", file(HEAD.replace("DRAFT", "OPEN"))],
    ["a line that is no field", file(`${HEAD}\n- 5`)],
    ["a number out of bounds", file(HEAD.replace("7", "10000"))],
    ["a successor without SUPERSEDED", file(`${HEAD}\nsuperseded_by: 8`)],
    ["SUPERSEDED without a successor", file(HEAD.replace("DRAFT", "SUPERSEDED"))],
    ["itself as its successor", file(`${HEAD.replace("DRAFT", "SUPERSEDED")}\nsuperseded_by: 7`)],
  ])("is rejected with %s", (_, text) => {
    expect(() => readFrontMatter(text)).toThrow();
  });
});

describe("a text", () => {
  it("is shown without its front matter and first heading, and nothing else is cut", () => {
    expect(bodyOf(file())).toBe("\nText.\n");
    expect(bodyOf("Text\n---\nmore\n---\n")).toBe("Text\n---\nmore\n---\n");
  });

  it("says in its first paragraph what it is about", () => {
    expect(summaryOf(file().replace("Text.", "What `agents` send\nto each other.\n\nMore."))).toBe(
      "What agents send to each other.",
    );
    expect(summaryOf(file().replace("Text.", "## At once a section"))).toBe("");
  });

  it("has its sections listed, but for what only looks like one in code", () => {
    const text = "## One `thing`\n\n```sh\n## not one\n```\n\n### deeper\n\n## Two: *too*\n";
    expect(sectionsOf(text)).toEqual([
      { title: "One thing", anchor: "one-thing" },
      { title: "Two: *too*", anchor: "two-too" },
    ]);
    expect(fragmentOf("Što je «to»? 2")).toBe("što-je-to-2");
  });
});

describe("a number in an address", () => {
  it.each([
    ["7", 7],
    ["0007", 7],
    ["9999", 9999],
    ["0", null],
    ["00007", null],
    ["10000", null],
    ["-1", null],
    ["7.0", null],
    ["1e3", null],
    ["٧", null],
    ["status", null],
    ["", null],
  ])("%j is %j", (text, number) => {
    expect(numberOf(text)).toBe(number);
  });
});
