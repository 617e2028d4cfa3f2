import { describe, expect, it } from "vitest";
import { expressionsOf, faultOf, growthOf } from "./expressions.mjs";

const found = (source: string, file = "lib/a.ts", others: Record<string, string> = {}) =>
  expressionsOf(file, source, (name: string) => others[name] ?? "").map(({ expression }) => expression);

describe("the expressions of a file", () => {
  it("are its literals, with their lines", () => {
    expect(expressionsOf("lib/a.tsx", "const a = <b>{/x/.test('y')}</b>;\nconst c = [/\\d+/gu];")).toEqual([
      { expression: { pattern: "x", flags: "" }, line: 1 },
      { expression: { pattern: "\\d+", flags: "gu" }, line: 2 },
    ]);
  });

  it.each([
    [`const A = 'a'; const B = new RegExp(\`^\${A}+$\`, 'u');`, { pattern: "^a+$", flags: "u" }],
    ["const A = /a/; const B = RegExp(A, 'g');", { pattern: "a", flags: "g" }],
    [`const A = /a/u; const B = RegExp(\`\${A.source}b\`);`, { pattern: "ab", flags: "" }],
    [`import { A } from "./other"; const B = RegExp(\`\${A}b\`);`, { pattern: "otherb", flags: "" }],
    [`import { A } from "@/lib/other"; const B = RegExp(\`\${A}b\`);`, { pattern: "otherb", flags: "" }],
  ])("include those of constants: %s", (source, expression) => {
    expect(found(source, "lib/a.ts", { "lib/other.ts": "export const A = 'other';" })).toContainEqual(expression);
  });

  it("include texts that a method makes one of", () => {
    expect(found("a.match('b+'); a.search(`c+`); a.match(/d/); a.replace('e', 'f');")).toEqual([
      { pattern: "b+", flags: "" },
      { pattern: "c+", flags: "" },
      { pattern: "d", flags: "" },
    ]);
  });

  it("are unknown if a part is not a constant, except in a test", () => {
    const source = `export const f = (a: string) => RegExp(\`^\${a}$\`);`;
    expect(found(source)).toEqual([undefined]);
    expect(found(source, "lib/a.test.ts")).toEqual([{ pattern: "^x$", flags: "" }]);
  });
});

describe("a fault", () => {
  const use = { expression: { pattern: "a", flags: "" }, line: 3 };

  it.each([
    ["lib/a.ts", "exponential", "lib/a.ts:3: /a/ takes exponential time."],
    ["lib/a.ts", "polynomial", "lib/a.ts:3: /a/ takes polynomial time."],
    ["server.ts", "unknown", "server.ts:3: /a/ could not be checked."],
    ["lib/a.test.ts", "exponential", "lib/a.test.ts:3: /a/ takes exponential time."],
    ["scripts/a.mjs", "exponential", "scripts/a.mjs:3: /a/ takes exponential time."],
    ["lib/system/a.ts", "polynomial", "lib/system/a.ts:3: /a/ takes polynomial time."],
  ] as const)("in %s is an expression that is %s", (file, growth, sentence) => {
    expect(faultOf(file, use, { "/a/": growth })).toContain(sentence);
  });

  it("is none for linear time, or for polynomial time in code that reads no text of a stranger", () => {
    expect(faultOf("lib/a.ts", use, { "/a/": "safe" })).toBeUndefined();
    expect(faultOf("e2e/a.spec.ts", use, { "/a/": "polynomial" })).toBeUndefined();
  });

  it("is an expression of unknown parts", () => {
    expect(faultOf("lib/a.ts", { expression: undefined, line: 7 }, {})).toContain("lib/a.ts:7: ");
  });
});

it.each([
  // The versions of PyPI until 0.3.0, which hung the process.
  ["^\\d+(?:\\.\\d+)*(?:[._-]?(?:a|b|c|rc)[._-]?\\d*)*$", "exponential"],
  ["^\\s*theme=[^;]*;?\\s*$", "polynomial"],
  ["^[a-z]+$", "safe"],
])("%s grows: %s", async (pattern, growth) => {
  expect(await growthOf({ pattern, flags: "" })).toBe(growth);
});
