import { createVirtualFileSystem } from "typescript/unstable/fs";
import { expect, it } from "vitest";
import { faultsIn } from "./keys.mjs";

const OPTIONS = { strict: true, noUncheckedIndexedAccess: true, noLib: true, types: [] };
/** What the samples use of TypeScript's own library. */
const LIBRARY = `
  interface Array<T> { [n: number]: T; length: number }
  interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
  interface NewableFunction {} interface Number {} interface Object {} interface RegExp {}
  interface String { toLowerCase(): string }
  type Record<K extends string | number | symbol, T> = { [P in K]: T };
`;
const DECLARED = `
  type Color = "red" | "blue";
  declare const text: string, outside: any, unknownColor: unknown, color: Color, index: number;
  declare const table: Record<string, number>, colors: Record<Color, number>, list: string[];
`;

/** Returns the faults of a project with one file for each sample. */
function faultsOf(samples: readonly string[], nameOf = (n: number) => `lib/sample-${n}.ts`): string[] {
  const files = samples.map((sample, n): [string, string] => [`/p/${nameOf(n)}`, `export {};${DECLARED}\n${sample}`]);
  const config = JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*"] });
  const fs = createVirtualFileSystem(
    Object.fromEntries([...files, ["/p/tsconfig.json", config], ["/p/lib/library.d.ts", LIBRARY]]),
  );
  return faultsIn("/p", fs);
}

it("rejects each key that may be any text", () => {
  const samples = [
    "table[text];",
    "table[outside];",
    "table[text.toLowerCase()];",
    `table[\`x-\${text}\`];`,
    "colors[text as Color];",
    "colors[(text as keyof typeof colors)!];",
    "colors[unknownColor as Color];",
    "table[text] = 1;",
    "text in table;",
    "const { [text]: value } = table;",
    "({} as Record<Color, number> & Record<string, number>)[text];",
    "function f<K extends string>(key: K) { return table[key]; }",
    "const kind = text as Color;",
    "const kind = text as keyof typeof colors | undefined;",
  ];
  const faulty = faultsOf(samples).map((fault) => Number(/^lib\/sample-(\d+)\.ts:\d+: /.exec(fault)?.[1]));
  expect(samples.filter((_, n) => !faulty.includes(n))).toEqual([]);
  expect(faulty).toHaveLength(samples.length);
});

it("accepts keys of a closed set, literal keys, indexes and deletions", () => {
  const samples = [
    "colors[color];",
    'table["red"];',
    "list[index];",
    "colors[outside.color === 1 ? 'red' : 'blue'];",
    '"red" in table;',
    "delete table[text];",
    "const { red } = colors;",
    "const some = { [text]: 1 };",
    "function f<K extends Color>(key: K) { return colors[key]; }",
    "const given = outside as Color;",
    "const same = text as string;",
    'const fixed = "red" as const;',
  ];
  expect(faultsOf(samples)).toEqual([]);
});

it("names the place and what to do", () => {
  expect(faultsOf(["\ntable[text];"])).toEqual([
    expect.stringMatching(/^lib\/sample-0\.ts:7: table\[text\] .*`ownValue`/),
  ]);
});

it("checks the service, not tests", () => {
  const places = ["server.ts", "app/page.ts", "client/a.ts", "components/a.ts"];
  const exempt = [
    "lib/a.test.ts",
    "lib/testing/a.ts",
    "e2e/a.ts",
    "bench/a.ts",
    "scripts/a.ts",
    "lib/foundation/own-values.ts",
  ];
  const all = [...places, ...exempt];
  const faults = faultsOf(
    all.map(() => "table[text];"),
    (n) => all[n] ?? "",
  );
  expect(faults.map((fault) => fault.split(":")[0])).toEqual(places.toSorted());
});
