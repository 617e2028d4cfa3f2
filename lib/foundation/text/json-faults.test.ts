import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultInJson } from "./json-faults";

const CHANGES = "would change, because numbers are stored as doubles. Send it as a string";
const TWICE = "must occur only once";

/** The value of a decimal text as an integer times a power of ten. */
function decimal(text: string): { integer: bigint; power: number } {
  const [, mantissa = "", exponent = "0"] = /^(-?[\d.]+)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { integer: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

/** Compares with arbitrary precision, unlike the code. */
function areEqual(one: string, other: string): boolean {
  const [a, b] = [decimal(one), decimal(other)];
  const power = Math.min(a.power, b.power);
  return a.integer * 10n ** BigInt(a.power - power) === b.integer * 10n ** BigInt(b.power - power);
}

describe("a number that a double keeps", () => {
  it.each([
    ...["0", "-0", "0.0", "0e5", "0E-999999", "1", "1.0", "0.1", "-0.1", "100", "1e3", "1E+2", "1.5e-7", "12.50"],
    ...["9007199254740992", "-9007199254740992", "9007199254740993e-9", "9007199254740994", "1e20", "1e21", "1e23"],
    ...["100000000000000000000", "123456789012345680000", "123456789012345680000.000", "1.7976931348623157e308"],
    ...["5e-324", "4.9406564584124654e-324", "2.2250738585072014e-308", "1.0000000000000001e+300", "1000e-3"],
    ...[
      "0.10000000000000001",
      "0.29999999999999999",
      "0.30000000000000004",
      "3.1415926535897931",
      "0.1000000000000000",
    ],
    ...[`1${"0".repeat(300)}`, `0.${"0".repeat(300)}1`, `1.${"0".repeat(60_000)}`],
    // 131073 / 262144 is in the middle of two values with 17 digits. C writes the first, JavaScript the second.
    ...["0.50000381469726562", "0.50000381469726563", "0.5000038146972656"],
  ])("%.40s has no fault", (text) => expect(faultInJson(text)).toBeUndefined());

  it.each([
    ...["9007199254740993", "-9007199254740993", "9007199254740993.0", "90071992547409930e-1", "1e400", "-1e400"],
    ...[
      "1e309",
      "1e-400",
      "4.9e-324",
      "1e99999999999999999999",
      "0.1000000000000000000001",
      "0.29999999999999998",
      "9.6379538628408778e-1",
    ],
    ...["0.1234567890123456789012345", "12345678901234567890", "147573952589676412928", "0.50000381469726561"],
    ...["0.500003814697265625", "2.2250738585072011e-308", `${"9".repeat(60_000)}`, `0.${"0".repeat(400)}1`],
  ])("is not %.40s", (text) => {
    for (const [json, path] of [
      [text, []],
      [` [1, ${text}]`, [1]],
      [`{"a": {"b": [{}, [], ${text}\t]}, "c": 1}`, ["a", "b", 2]],
    ] as const) {
      expect(faultInJson(json)).toEqual({ path, message: CHANGES });
    }
  });

  it("has the value of the double's shortest form or of its form with 17 digits", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 22 });
    const written = fc
      .tuple(fc.constantFrom("", "-"), digits, fc.option(digits), fc.option(fc.integer({ min: -340, max: 320 })))
      .map(([sign, whole, fraction, exponent]) => {
        const mantissa = `${sign}${whole.replace(/^0+(?=\d)/, "")}${fraction === null ? "" : `.${fraction}`}`;
        return exponent === null ? mantissa : `${mantissa}E${exponent}`;
      });
    const double = fc.double({ noDefaultInfinity: true, noNaN: true });
    const precise = fc.tuple(double, fc.integer({ min: 14, max: 20 })).map(([value, n]) => value.toPrecision(n));
    fc.assert(
      fc.property(fc.oneof(written, precise), (text) => {
        const value = Number(text);
        const isKept =
          Number.isFinite(value) && [String(value), value.toPrecision(17)].some((form) => areEqual(form, text));
        const isLowerOfTwo = text.replace(/^-?[0.]*|\.|e.*$/gi, "").length === 17 && areEqual(lower(value), text);
        expect(faultInJson(text) === undefined).toBe(isKept || isLowerOfTwo);
      }),
      { numRuns: 5_000 },
    );
  });

  /** The lower of the two values with 17 digits around a double that is in their middle, else a text of zero. */
  function lower(value: number): string {
    const exact = value.toExponential(99);
    return /^-?\d\.\d{16}50*e/.test(exact) ? exact.replace(/^(-?\d\.\d{16})5/, "$1") : "0";
  }

  it("is every double, as JavaScript, and as C writes it", () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        for (const text of [JSON.stringify(value), value.toPrecision(17), value.toExponential(16)]) {
          expect(faultInJson(text), text).toBeUndefined();
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("a member that occurs twice", () => {
  it.each<[string, (string | number)[]]>([
    ['{"a":1,"a":1}', ["a"]],
    ['{"a":1,"\\u0061":2}', ["a"]],
    ['{"\\"":1,"\\u0022":2}', ['"']],
    ['{"/":1,"\\/":2}', ["/"]],
    ['{"\\\\":1, "b\\\\":2 , "\\u005c" : 3}', ["\\"]],
    ['{"":1,"":2}', [""]],
    ['{"ą":1,"\\u0105":2}', ["ą"]],
    ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
    ['{"a":{"x":1},"b":[0,{"c":{},"d":"}","c":[]}]}', ["b", 1, "c"]],
    ['{"a":{"b":1,"b":2},"a":3}', ["a", "b"]],
    ['[{},{"a":1},[{"a":1,"b":[],"a":{}}]]', [2, 0, "a"]],
  ])("is found in %s", (json, path) => expect(faultInJson(json)).toEqual({ path, message: TWICE }));

  it.each([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":["a","a",{"b":"a"},"a"],"b":0}',
    '{"a":"\\",\\"a\\":1"}',
    '{"a":1,"A":2,"a ":3,"constructor":4,"toString":5}',
    '{"e\\u0301":1,"é":2}',
    '[{},"a","a"]',
    '{"1":1,"01":1,"1e0":1}',
    "[]",
    "null",
    " true ",
    '"a"',
  ])("does not occur in %s", (json) => expect(faultInJson(json)).toBeUndefined());

  type Tree = { members: [string, Tree][] } | { items: Tree[] } | { value: string };
  const name = fc.oneof(
    fc.constantFrom("a", "b", "c", "", '"', "\\", "a\\", "\u0000", "🙂"),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  );
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Tree>(
        ...["1", "-0.5", "true", "null", '"a"', '"\\""', '"{\\\\"', "[]", "{}"].map((value) => ({ value })),
      ),
      fc.record({ members: fc.array(fc.tuple(name, tie("tree")), { maxLength: 5 }) }),
      fc.record({ items: fc.array(tie("tree"), { maxLength: 4 }) }),
    ),
  }));
  const escaped = (text: string) =>
    text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const textOf = (value: Tree, isEscaped: () => boolean, space: string): string => {
    if ("value" in value) return value.value;
    const inner = (each: Tree) => textOf(each, isEscaped, space);
    if ("items" in value) return `[${value.items.map(inner).join(`${space},`)}${space}]`;
    const members = value.members.map(
      ([key, each]) => `${isEscaped() ? `"${escaped(key)}"` : JSON.stringify(key)}${space}:${space}${inner(each)}`,
    );
    return `{${space}${members.join(`,${space}`)}}`;
  };
  /** The path to the first member, in the order of the text, whose object already has its name. */
  function firstTwice(value: Tree, path: (string | number)[] = []): (string | number)[] | undefined {
    const seen = new Set<string>();
    const children: [string | number, Tree][] =
      "members" in value ? value.members : "items" in value ? [...value.items.entries()] : [];
    for (const [key, child] of children) {
      const here = [...path, key];
      if (typeof key === "string" && seen.has(key)) return here;
      if (typeof key === "string") seen.add(key);
      const found = firstTwice(child, here);
      if (found) return found;
    }
    return undefined;
  }

  it("is the first one in any text, however its name is written", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.boolean()), fc.constantFrom("", " ", "\n\t"), (value, escapes, space) => {
        const json = textOf(value, () => escapes.next().value, space);
        JSON.parse(json);
        expect(faultInJson(json)?.path).toEqual(firstTwice(value));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("faultInJson", () => {
  it("finds no fault in what JavaScript writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 6 }), fc.nat(3), (value, indent) => {
        expect(faultInJson(JSON.stringify(value, null, indent))).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes any depth, any number of members and any length of a text", () => {
    const levels = 200_000;
    expect(faultInJson("[".repeat(levels) + "]".repeat(levels))).toBeUndefined();
    const deep = faultInJson(`${'{"a":'.repeat(levels)}{"b":1,"b":2}${"}".repeat(levels)}`);
    // The path is cut.
    expect(deep?.path).toEqual(Array(32).fill("a"));
    const members = Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`);
    expect(faultInJson(`{${members.join()}}`)).toBeUndefined();
    expect(faultInJson(`{${members.join()},"k7":0}`)?.path).toEqual(["k7"]);
    for (const text of ["\\\\", '\\"', "\\u0022", "x"]) {
      expect(faultInJson(`["${text.repeat(levels)}",{"a":1,"a":1}]`)?.path).toEqual([1, "a"]);
    }
  });
});
