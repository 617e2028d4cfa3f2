import { z } from "zod";
import {
  type Build,
  type Change,
  ChangeKind,
  type ChangelogEntry,
  FrontMatter,
  type Highlight,
  type Release,
  Version,
} from "./schema";
import { slugsOf } from "./slugs";

/** Maximum highlights of a version. A longer list would not be a summary. */
const MAX_HIGHLIGHTS = 8;
const HIGHLIGHTS = "Highlights";

/** Throws an error about a line. @throws Error that names the line */
function refuse(line: number, why: string): never {
  throw new Error(`CHANGELOG.md, line ${line}: ${why}`);
}

/** `## [Unreleased]` or `## [0.3.0] - 2026-12-01`. */
function readHeading(text: string, line: number): Pick<ChangelogEntry, "version" | "date"> {
  if (text === "## [Unreleased]") return { version: null, date: null };
  const [, version, date] = /^## \[([^\]]+)\] - (\S+)$/.exec(text) ?? [];
  if (!Version.safeParse(version).success) refuse(line, "the heading of a version must be `## [1.2.3] - 2026-12-31`.");
  if (!z.iso.date().safeParse(date).success) refuse(line, `${date} is not a day.`);
  return { version: version ?? null, date: date ?? null };
}

/** Reads the lines `key: value` between `<!--` and `-->`. */
function readFrontMatter(lines: string[], line: number): FrontMatter {
  const fields = lines.map((each, index) => {
    const [, key, value] = /^(\w+): (\S+)$/.exec(each) ?? [];
    if (key === undefined) refuse(line + index + 1, "front matter must have lines of `key: value`.");
    return [key, value] as const;
  });
  if (new Set(fields.map(([key]) => key)).size < fields.length) refuse(line, "a key of the front matter is repeated.");
  const parsed = FrontMatter.safeParse(Object.fromEntries(fields));
  if (!parsed.success) refuse(line, `the front matter: ${z.prettifyError(parsed.error).replace(/\s+/g, " ")}`);
  return parsed.data;
}

/** Checks the fields that a version must have, or cannot have yet. */
function checkEntry(entry: ChangelogEntry, line: number): void {
  const { version, channel, tag, changes } = entry;
  if (version !== null) {
    if (tag === undefined) refuse(line, `${version} has no tag.`);
    if (changes.length === 0) refuse(line, `${version} has no change.`);
    return;
  }
  const early = (["tag", "commit", "build_sha", "github_release_url", "zenodo_doi"] as const).find(
    (field) => entry[field] !== undefined,
  );
  if (early !== undefined) refuse(line, `an unreleased version has no ${early}.`);
  if (channel !== "dev") refuse(line, "an unreleased version has the channel dev.");
}

/** Checks the order: newest first, the unreleased version before all, and no version twice. */
function checkPlace(entries: readonly ChangelogEntry[], index: number, line: number): void {
  const { version = null, date } = entries[index] ?? {};
  const before = entries[index - 1];
  if (version === null && before) refuse(line, "the unreleased version must be first.");
  if (entries.findIndex((each) => each.version === version) < index) refuse(line, `${version} is there twice.`);
  if (before?.date && date && before.date < date) refuse(line, `${version} is newer than the version before it.`);
}

/**
 * Parses a changelog in the form of Keep a Changelog 1.1.0, with each version's front matter in a comment below its
 * heading. Parsing is strict: an unknown line stops the build.
 * @throws Error that names the line and its fault
 */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const lines = markdown.split(/\r?\n/);
  if (lines[0] !== "# Changelog") refuse(1, "the title must be `# Changelog`.");
  const starts = lines.flatMap((text, index) => (text.startsWith("## ") ? [index] : []));
  const entries = starts.map((start, index) => readEntry(lines.slice(start, starts[index + 1]), start + 1));
  for (const [index, entry] of entries.entries()) {
    const line = (starts[index] ?? 0) + 1;
    checkPlace(entries, index, line);
    checkEntry(entry, line);
  }
  return entries;
}

/** Parses one version, from its heading to the next. @param first the heading's line, from 1 */
function readEntry(lines: string[], first: number): ChangelogEntry {
  const [heading = "", ...rest] = lines;
  const named = readHeading(heading, first);
  const opening = rest.findIndex((text) => text !== "");
  const closing = rest.indexOf("-->");
  if (rest[opening] !== "<!--" || closing < 0)
    refuse(first, "front matter between `<!--` and `-->` must follow a heading.");
  const matter = readFrontMatter(rest.slice(opening + 1, closing), first + opening + 1);
  return { ...named, ...matter, ...readBody(rest.slice(closing + 1), first + closing + 2) };
}

/** `**Title** text`, where the title may be a link to a path of this service. */
function readHighlight({ text, line }: Item): Highlight {
  const [, linked, href, plain, rest = ""] =
    /^\*\*(?:\[([^\]*]+)\]\((\/[^)\s]*)\)|([^*[\]]+))\*\* (\S.*)$/.exec(text) ?? [];
  const title = linked ?? plain;
  if (title === undefined) refuse(line, "a highlight must be `**Title** text` or `**[Title](/path)** text`.");
  return { title, href, text: rest };
}

/** One item of a list, and the line on which it begins. */
interface Item {
  part: ChangeKind | typeof HIGHLIGHTS;
  text: string;
  line: number;
}

/** Returns the kind of a list from its heading. @param isFirst whether nothing comes before it */
function readPart(name: string, isFirst: boolean, line: number): Item["part"] {
  if (name === HIGHLIGHTS) {
    if (!isFirst) refuse(line, "highlights must come before the kinds of change.");
    return name;
  }
  const parsed = ChangeKind.safeParse(name);
  if (!parsed.success) refuse(line, `a kind of change must be one of ${ChangeKind.options.join(", ")}.`);
  return parsed.data;
}

/**
 * Parses the content after the front matter: a summary, highlights, and changes by kind. @param first the line on which
 * it begins
 */
function readBody(lines: string[], first: number): Pick<ChangelogEntry, "summary" | "highlights" | "changes"> {
  const summary: string[] = [];
  const items: Item[] = [];
  let part: Item["part"] | undefined;
  for (const [index, text] of lines.entries()) {
    const line = first + index;
    const last = items.at(-1);
    if (text.startsWith("### ")) {
      part = readPart(text.slice(4), part === undefined, line);
    } else if (text.startsWith("- ")) {
      if (part === undefined) refuse(line, "a change must be below its kind.");
      items.push({ part, text: text.slice(2).trim(), line });
    } else if (text.startsWith("  ") && last?.part === part && last !== undefined) {
      last.text += ` ${text.trim()}`;
    } else if (part === undefined && /^[\p{L}\p{N}`]/u.test(text)) {
      summary.push(text.trim());
    } else if (text !== "" && !/^\[[^\]]+\]: \S+$/.test(text)) {
      refuse(line, "this line is not a kind of change, a change, or the next line of one.");
    }
  }
  const highlights = items.filter((item) => item.part === HIGHLIGHTS);
  const tooMany = highlights[MAX_HIGHLIGHTS];
  if (tooMany) refuse(tooMany.line, `a version may have at most ${MAX_HIGHLIGHTS} highlights.`);
  return {
    summary: summary.join(" "),
    highlights: highlights.map(readHighlight),
    changes: items.flatMap((item) => (item.part === HIGHLIGHTS ? [] : [{ kind: item.part, text: item.text }])),
  };
}

/**
 * Returns the releases of a build, newest first. A build of an unreleased version is one of them, with the unreleased
 * changes.
 * @throws Error if changelog and build have different versions
 */
export function releasesOf(entries: readonly ChangelogEntry[], build: Build): Release[] {
  const waiting = entries.find(({ version }) => version === null);
  const released = entries.some(({ version }) => version === build.version);
  if (!released && waiting === undefined) {
    throw new Error(`CHANGELOG.md has neither ${build.version}, the version of package.json, nor [Unreleased].`);
  }
  if (released && waiting !== undefined && waiting.changes.length > 0) {
    throw new Error(
      `${build.version} is already released. For the [Unreleased] changes, set another version in package.json.`,
    );
  }
  const told = released ? entries.filter(({ version }) => version !== null) : entries;
  const slugs = slugsOf(told.flatMap(({ changes }) => changes));
  return told.map(({ version, date, tag, commit, build_sha, github_release_url, zenodo_doi, changes, ...rest }) => {
    // A commit cannot contain its own hash, so the changelog has a release's hash only from the next version on.
    const running = version === null || version === build.version;
    if (!running && (commit === undefined || build_sha === undefined)) {
      throw new Error(`CHANGELOG.md: ${version} is no longer the running version. Add its commit and build_sha.`);
    }
    return {
      ...rest,
      changes: changes.map((change) => ({ ...change, slug: slugs.get(change) ?? "" })),
      version: version ?? build.version,
      date: date ?? build.date,
      tag: tag ?? "",
      commit: commit ?? build.commit,
      build_sha: build_sha ?? build.buildSha,
      github_release_url: github_release_url ?? "",
      zenodo_doi: zenodo_doi ?? null,
    };
  });
}

/** Returns the changes by kind, in the format's order of kinds, without empty kinds. */
export function changesByKind<C extends Change>(changes: readonly C[]): { kind: ChangeKind; changes: C[] }[] {
  return ChangeKind.options.flatMap((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, changes: ofKind }];
  });
}

const BREAKING = "Breaking: ";

/** Returns whether a change is incompatible. Its text then begins so. */
export const isBreaking = ({ text }: Change) => text.startsWith(BREAKING);

/** Splits a text at its backticks. Every second part is code. */
export function splitAtCode(text: string): { code: boolean; text: string; at: number }[] {
  let at = 0;
  return text.split("`").flatMap((part, index) => {
    const start = at;
    at += part.length + 1;
    return part === "" ? [] : [{ code: index % 2 === 1, text: part, at: start }];
  });
}

/** Returns the fragment of a release on the changelog's page. */
export function fragmentOf({ version }: Pick<Release, "version">): string {
  return `v${version}`;
}

/** Returns the name of a release's source in a repository, or undefined if the build did not know it. */
function revisionOf({ tag, commit }: Pick<Release, "tag" | "commit">): string | undefined {
  return tag || (commit === "unknown" ? undefined : commit);
}

/**
 * Returns the addresses of a release in its repository, in the form of GitHub, Gitea and Forgejo. @param older the
 * release before it
 */
export function linksOf(
  repository: string | undefined,
  release: Release,
  older: Release | undefined,
): { tag?: string; commit?: string; compare?: string } {
  if (repository === undefined) return {};
  const [from, to] = [older && revisionOf(older), revisionOf(release)];
  return {
    ...(release.tag ? { tag: `${repository}/releases/tag/${release.tag}` } : {}),
    ...(release.commit === "unknown" ? {} : { commit: `${repository}/commit/${release.commit}` }),
    ...(from && to ? { compare: `${repository}/compare/${from}...${to}` } : {}),
  };
}
