import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};
const FORMATS: Readonly<Record<string, string>> = {
  datetime: "must be a date and time, such as 2026-11-22T09:30:00Z",
  date: "must be a day, YYYY-MM-DD",
  uuid: "must be a UUID",
  url: "must be a URL",
};
const UNITS: Readonly<Record<string, string>> = { string: " characters", array: " items" };

function bound(most: "least" | "most", origin: string, value: unknown): string {
  if (most === "least" && Object.hasOwn(UNITS, origin) && value === 1) return "must not be empty";
  return `must ${Object.hasOwn(UNITS, origin) ? "have" : "be"} at ${most} ${value}${ownValue(UNITS, origin) ?? ""}`;
}

/** Returns the fault of a value as the end of a sentence that begins with its field. Used as zod's `error` in a parse. */
export const wording: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${ownValue(TYPES, issue.expected) ?? issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return bound("least", issue.origin, issue.minimum);
    case "too_big":
      return bound("most", issue.origin, issue.maximum);
    case "invalid_format":
      return ownValue(FORMATS, issue.format) ?? "has an invalid format";
    case "unrecognized_keys":
      return `must not contain ${issue.keys.join(", ")}`;
    case "invalid_union":
      return "must have one of the allowed forms";
    default:
      return "is invalid";
  }
};

/** Returns the field of an issue, such as `anchors[0].payload`; empty if it concerns the whole value. */
export function fieldOf({ path }: Pick<z.core.$ZodIssue, "path">): string {
  return z.core.toDotPath(path);
}

/** Returns an issue as a sentence that begins with its field: "`limit` must be an integer." */
export function sentenceOf(issue: Pick<z.core.$ZodIssue, "path" | "message">): string {
  const field = fieldOf(issue);
  const said = issue.message.replace(/\.$/, "");
  // A schema's own text is the end of such a sentence, or a complete sentence.
  const goesOn = /^\p{Ll}/u.test(said);
  if (field === "") return `${goesOn ? "The body " : ""}${said}.`;
  return `\`${field}\`${goesOn ? "" : ":"} ${said}.`;
}
