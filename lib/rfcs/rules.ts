import { FrontMatter, type RfcStatus } from "./schema";

/** What an RFC may become. FROZEN and SUPERSEDED are final. */
const NEXT: Record<RfcStatus, readonly RfcStatus[]> = {
  DRAFT: ["ACTIVE"],
  ACTIVE: ["FROZEN", "SUPERSEDED"],
  FROZEN: [],
  SUPERSEDED: [],
};

export function nextStatuses(status: RfcStatus): readonly RfcStatus[] {
  return NEXT[status];
}

/** Whether reviews are taken: not once a text is closed. */
export function isReviewable(status: RfcStatus): boolean {
  return NEXT[status].length > 0;
}

/** Whether it is a rule of the federation now. */
export function isInForce(status: RfcStatus): boolean {
  return status === "ACTIVE" || status === "FROZEN";
}

/** What its coming in is called in the council's log. */
export const ENTERED = "rfc.entered";
/** What a change of status is called there. No status leads to DRAFT: an RFC only comes in with it. */
export const ACT_KINDS = {
  DRAFT: ENTERED,
  ACTIVE: "rfc.activated",
  FROZEN: "rfc.frozen",
  SUPERSEDED: "rfc.superseded",
} as const satisfies Record<RfcStatus, string>;

/** What a review is called there. */
export const REVIEWED = "rfc.reviewed";

/** `rfc-0007`: its document in the evidence manifest, and its name in the council's log. */
export function documentIdOf(number: number): string {
  return `rfc-${String(number).padStart(4, "0")}`;
}

/** The address of the file as it is served. */
export function fileOf(number: number): string {
  return `/evidence/rfc/${String(number).padStart(4, "0")}.md`;
}

/** The number that a part of an address means; null where it can mean none. */
export function numberOf(text: string): number | null {
  return /^0{0,3}[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const LISTS = new Set(["authors", "supersedes"]);

/**
 * Reads a text's front matter: `name: value` lines, lists with commas.
 * @throws Error, z.ZodError for whatever is not as it must be
 */
export function readFrontMatter(text: string): FrontMatter {
  const block = FRONT_MATTER.exec(text)?.[1];
  if (block === undefined) throw new Error("it does not begin with front matter");
  const fields = block.split("\n").map((line): [string, unknown] => {
    const [, name = "", value = ""] = /^([a-z_]+): (.+)$/.exec(line) ?? [];
    if (name === "") throw new Error(`this line is no field: ${line}`);
    const parts = LISTS.has(name) ? value.split(",").map((part) => part.trim()) : [value];
    const values = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return [name, LISTS.has(name) ? values : values[0]];
  });
  return FrontMatter.parse(Object.fromEntries(fields));
}

/** The text as a page shows it, below a title of its own: without front matter and first heading. */
export function bodyOf(text: string): string {
  return text.replace(FRONT_MATTER, "").replace(/^\s*# .*\n/, "");
}

/** What a text says of itself in one paragraph, the first; without markup. */
export function summaryOf(text: string): string {
  const [first = ""] = bodyOf(text)
    .trim()
    .split(/\n\s*\n/);
  return first.startsWith("#") ? "" : first.replace(/\s+/g, " ").replaceAll("`", "");
}

/** The anchor of a heading: its words in lower case, joined by dashes. */
export function anchorOf(heading: string): string {
  return (heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}

/** The sections of a text, for its table of contents. */
export function sectionsOf(text: string): { title: string; anchor: string }[] {
  const outsideOfCode = text.replace(/^```[\s\S]*?^```$/gm, "");
  return [...outsideOfCode.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => {
    const title = heading.replaceAll("`", "");
    return { title, anchor: anchorOf(title) };
  });
}
