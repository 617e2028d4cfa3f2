import { diffArrays } from "diff";
import { z } from "zod";
import { boundaryBefore, cut, shortened } from "@/lib/foundation/text/cut";
import type { AgentVersion, FieldChange } from "./version-schema";

/** A part of a text that both values have, or only one of them. */
export interface TextPart {
  is: "same" | "removed" | "added";
  text: string;
  /** Its place: the characters of all parts before it. */
  at: number;
}

/** How two values of a field differ, in a form that can be read. */
export type Difference =
  | { kind: "text"; parts: TextPart[] }
  | { kind: "list"; added: string[]; removed: string[]; reworded: string[] }
  | { kind: "value"; from: string; to: string }
  /** The values are too long to show, or were removed. */
  | { kind: "hidden"; why: string };

/** Texts up to this length are shown one after the other. */
const SHORT = 48;
/** Removed and added words, up to which texts are compared. */
const MAX_EDITS = 200;
const MAX_PART = 600;
/** The characters shown of an unchanged part, at each side of a change. */
const CONTEXT = 70;

const MANIFEST = "capability_manifest.";

/** Returns the changes of a version, without fields of the manifest that repeat a changed field of the record. */
export function readableChanges({ changes }: AgentVersion): FieldChange[] {
  const fields = new Set(changes.map(({ field }) => field));
  return changes.filter(({ field }) => !(field.startsWith(MANIFEST) && fields.has(field.slice(MANIFEST.length))));
}

/** Returns a field in words: `runtime_type` is "Runtime type", and `capability_manifest.tools` is "Manifest: tools". */
export function fieldName(field: string): string {
  if (field.startsWith(MANIFEST)) return `Manifest: ${field.slice(MANIFEST.length)}`;
  const words = field.replaceAll("_", " ").replace("a2a", "A2A");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An item of a list, with its name. */
const Named = z.union([
  z.string().transform((name) => ({ name, all: name })),
  z.looseObject({ name: z.string() }).transform((item) => ({ name: item.name, all: JSON.stringify(item) })),
  z.looseObject({ url: z.string() }).transform((item) => ({ name: item.url, all: JSON.stringify(item) })),
]);
const NamedItems = z.array(Named);

export function differenceOf(change: FieldChange): Difference {
  if (!("from" in change || "to" in change)) return { kind: "hidden", why: "Its content was removed." };
  const { from, to } = change;
  if (typeof (from ?? "") === "string" && typeof (to ?? "") === "string") {
    return differenceOfTexts(String(from ?? ""), String(to ?? ""));
  }
  const [before, after] = [NamedItems.safeParse(from ?? []), NamedItems.safeParse(to ?? [])];
  if (before.success && after.success) return differenceOfLists(before.data, after.data);
  const [was, is] = [from, to].map((value) => (value === undefined ? "" : JSON.stringify(value)));
  if (was !== undefined && is !== undefined && Math.max(was.length, is.length) <= SHORT) {
    return { kind: "value", from: was, to: is };
  }
  return { kind: "hidden", why: "Its values are in the JSON." };
}

function differenceOfTexts(from: string, to: string): Difference {
  if (Math.max(from.length, to.length) <= SHORT) return { kind: "value", from, to };
  return { kind: "text", parts: shortenedParts(partsOf(from, to)) };
}

function differenceOfLists(before: z.infer<typeof NamedItems>, after: z.infer<typeof NamedItems>): Difference {
  const [was, is] = [before, after].map((items) => new Map(items.map(({ name, all }) => [name, all])));
  const without = (items: typeof before, others = new Map<string, string>()) =>
    items.flatMap(({ name }) => (others.has(name) ? [] : [name]));
  const reworded = after.flatMap(({ name, all }) => (was?.has(name) && was.get(name) !== all ? [name] : []));
  const [added, removed] = [without(after, was), without(before, is)];
  if (added.length + removed.length + reworded.length > 0) return { kind: "list", added, removed, reworded };
  return { kind: "hidden", why: "Only the order changed." };
}

/** Returns the words of a text, each with the spaces after it. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** Compares two texts word by word. Very different ones are shown as replaced. */
function partsOf(from: string, to: string): Omit<TextPart, "at">[] {
  const changes = diffArrays(wordsOf(from), wordsOf(to), { maxEditLength: MAX_EDITS });
  const parts = changes?.map(({ value, added, removed }) => ({
    is: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
    text: value.join(""),
  }));
  return (
    parts ?? [
      { is: "removed", text: from },
      { is: "added", text: to },
    ]
  );
}

/** Shortens what did not change, and long changes. */
function shortenedParts(parts: Omit<TextPart, "at">[]): TextPart[] {
  let at = 0;
  return parts.map(({ is, text }, index) => {
    const place = at;
    at += text.length;
    if (is !== "same") return { is, at: place, text: shortened(text, MAX_PART) };
    if (text.length <= 3 * CONTEXT) return { is, at: place, text };
    const head = index === 0 ? "" : cut(text, CONTEXT);
    const tail = index === parts.length - 1 ? "" : text.slice(boundaryBefore(text, text.length - CONTEXT));
    return { is, at: place, text: `${head}…${tail}` };
  });
}
