import { FrontMatter, type RfcStatus } from "./schema";

/** The statuses that may follow each status. FROZEN and SUPERSEDED are final. */
const NEXT: Record<RfcStatus, readonly RfcStatus[]> = {
  DRAFT: ["ACTIVE"],
  ACTIVE: ["FROZEN", "SUPERSEDED"],
  FROZEN: [],
  SUPERSEDED: [],
};

export function nextStatuses(status: RfcStatus): readonly RfcStatus[] {
  return NEXT[status];
}

/** Returns whether reviews are accepted. A closed text accepts none. */
export function isReviewable(status: RfcStatus): boolean {
  return NEXT[status].length > 0;
}

/** Returns whether it is a rule of the federation now. */
export function isInForce(status: RfcStatus): boolean {
  return status === "ACTIVE" || status === "FROZEN";
}

/** The council's log's name for the entry of a text. */
export const ENTERED_KIND = "rfc.entered";
/** The log's name for each change of status. No status leads to DRAFT: an RFC can only enter with it. */
export const ACT_KINDS = {
  DRAFT: ENTERED_KIND,
  ACTIVE: "rfc.activated",
  FROZEN: "rfc.frozen",
  SUPERSEDED: "rfc.superseded",
} as const satisfies Record<RfcStatus, string>;

export const REVIEWED_KIND = "rfc.reviewed";

/** Returns `rfc-0007`: the document's id in the evidence manifest, and the RFC's name in the council's log. */
export function documentIdOf(number: number): string {
  return `rfc-${String(number).padStart(4, "0")}`;
}

/** Returns the address of the served file. */
export function fileOf(number: number): string {
  return `/evidence/rfc/${String(number).padStart(4, "0")}.md`;
}

/** Parses the number in an address. Returns null if it is not a possible number. */
export function numberOf(text: string): number | null {
  return /^0{0,3}[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const LISTS = new Set(["authors", "supersedes"]);

/**
 * Parses a text's front matter: `name: value` lines, lists with commas.
 * @throws Error or z.ZodError if it is invalid
 */
export function readFrontMatter(text: string): FrontMatter {
  const block = FRONT_MATTER.exec(text)?.[1];
  if (block === undefined) throw new Error("it does not begin with front matter");
  const fields = block.split("\n").map((line): [string, unknown] => {
    const [, name = "", value = ""] = /^([a-z_]+): (.+)$/.exec(line) ?? [];
    if (name === "") throw new Error(`this line is not a field: ${line}`);
    const parts = LISTS.has(name) ? value.split(",").map((part) => part.trim()) : [value];
    const values = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return [name, LISTS.has(name) ? values : values[0]];
  });
  return FrontMatter.parse(Object.fromEntries(fields));
}

/** Returns the text for a page that has its own title: without front matter and first heading. */
export function bodyOf(text: string): string {
  return text.replace(FRONT_MATTER, "").replace(/^\s*# .*\n/, "");
}

/** Returns the first paragraph of a text as its summary, without markup. */
export function summaryOf(text: string): string {
  const [first = ""] = bodyOf(text)
    .trim()
    .split(/\n\s*\n/);
  return first.startsWith("#") ? "" : first.replace(/\s+/g, " ").replaceAll("`", "");
}

/** Returns the fragment of a heading: its words in lower case, joined by dashes. */
export function fragmentOf(heading: string): string {
  return (heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}

export function sectionsOf(text: string): { title: string; anchor: string }[] {
  // Code is between two fences.
  const outsideOfCode = `\n${text}`.split("\n```").filter((_, index) => index % 2 === 0);
  return [...outsideOfCode.join("\n").matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => {
    const title = heading.replaceAll("`", "");
    return { title, anchor: fragmentOf(title) };
  });
}
