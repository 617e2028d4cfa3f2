import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "rolldown/experimental";
import { describe, expect, it } from "vitest";

/** Attributes that a visitor reads or hears. */
const SPOKEN = new Set(
  "aria-label alt ask button confirm hint label outcome placeholder summary title verb what".split(" "),
);

/** Values of `button` that name a look. */
const LOOKS = new Set(["quiet", "solid"]);

/** The catalogue of components is only for developers. */
const NOT_TRANSLATED = /^components\/catalogue\/|\.test\.tsx$|^app\/\(portal\)\/components\//;

/** Words that are the same in every language, by file. Only remove entries from this list. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "app/(portal)/[...unknown]/page.tsx": ["did:fed:s1:atlas"],
  "app/console/(signed-in)/activity/page.tsx": ["operator:…"],
  "components/anchors/narrow-form.tsx": ["did:fed:s1:atlas"],
  "components/access/applications/did-field.tsx": ["did:fed:s1:atlas"],
  "components/docs/token-field.tsx": ["fgs_…"],
  "components/layout/page.tsx": ["GET "],
  "components/relay/trace-look-up.tsx": ["4bf92f3577b34da6a3ce929d0e0e4736"],
  "components/relay/trace-steps.tsx": [" UTC"],
};

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const hasLetters = (text: unknown): text is string => typeof text === "string" && /\p{L}{2}/u.test(text);

/** Returns the texts that an expression may have as its value, without those of a condition. */
function valuesOf(node: Node): string[] {
  switch (node.type) {
    case "Literal":
      return hasLetters(node["value"]) ? [node["value"]] : [];
    case "TemplateLiteral":
      return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).filter(hasLetters);
    case "ConditionalExpression":
      return [node["consequent"], node["alternate"]].filter(isNode).flatMap(valuesOf);
    case "LogicalExpression":
      return [node["left"], node["right"]].filter(isNode).flatMap(valuesOf);
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
      return [node["expression"]].filter(isNode).flatMap(valuesOf);
    default:
      return [];
  }
}

/** Returns the words in the markup of a file. */
function wordsIn(node: Node): string[] {
  const own =
    node.type === "JSXText" && hasLetters(node["value"])
      ? [node["value"].trim()]
      : node.type === "JSXElement" || node.type === "JSXFragment"
        ? (node["children"] as Node[]).flatMap((child) => (child.type === "JSXText" ? [] : valuesOf(child)))
        : node.type === "JSXAttribute" && isNode(node["value"]) && SPOKEN.has(String((node["name"] as Node)["name"]))
          ? valuesOf(node["value"]).filter((value) => !LOOKS.has(value))
          : [];
  return [...own, ...childrenOf(node).flatMap(wordsIn)];
}

const wordsOf = (file: string, source: string) =>
  wordsIn(parseSync(file, source, { lang: "tsx" }).program as unknown as Node);

const FILES = ["app", "components"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
  )
  .filter((file) => file.endsWith(".tsx") && !NOT_TRANSLATED.test(file));

describe("the markup", () => {
  it.each(FILES)("of %s takes its words from a texts.ts", (file) => {
    expect(wordsOf(file, readFileSync(file, "utf8"))).toEqual(ALLOWED[file] ?? []);
  });

  it.each([
    ["a text", "<p>Some words</p>"],
    ["a text that is chosen", '<p>{asked ? "Some words" : other}</p>'],
    ["a text in parentheses", '<p>{asked ? ("Some words") : other}</p>'],
    ["a text that is computed", "<p>{`Some words`}</p>"],
    ["a label for screen readers", '<nav aria-label="Some words" />'],
  ])("fails with %s", (_, markup) => expect(wordsOf("page.tsx", `export const page = ${markup};`)).toHaveLength(1));

  it.each([
    ["an address", '<a href="/agents" className="some words">{texts.agents}</a>'],
    ["a condition", '<p>{state === "open" && texts.open}</p>'],
  ])("may contain %s", (_, markup) => expect(wordsOf("page.tsx", `export const page = ${markup};`)).toEqual([]));
});
