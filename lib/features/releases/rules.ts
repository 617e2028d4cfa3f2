import { z } from "zod";
import { type Build, type Change, ChangeKind, ChangelogEntry, type Highlight, type Release } from "./schema";
import { slugsOf } from "./slugs";

const HIGHLIGHTS = "Highlights";
/** `[Unreleased]` or `[0.3.0] - 2026-12-01`. */
const HEADING = /^\[([^\]]+)\](?: - (\S+))?$/;
/** An item of a list, with its further lines. */
const ITEM = /^- .*(?:\n {2}.*)*$/gm;
/** `**Title** text`, where the title may be a link to a path of this service. */
const HIGHLIGHT = /^\*\*(?:\[([^\]*]+)\]\((\/[^)\s]*)\)|([^*[\]]+))\*\* (\S.*)$/;
/** Code, or a link. */
const MARKS = /`([^`]*)`|\[([^\][]*)\]\(([^()\s]*)\)/g;
/** The address of a heading, at the end of the file. */
const REFERENCE = /^\[[^\]]+\]: \S+$/;

function refuse(version: string, why: string): never {
  throw new Error(`CHANGELOG.md, ${version}: ${why}`);
}

function oneLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

/**
 * Parses a changelog in the form of Keep a Changelog 1.1.0, with each version's front matter in a comment below its
 * heading. A fault stops the build.
 * @throws Error that names the version and its fault
 */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const lines = markdown.split(/\r?\n/).filter((line) => !REFERENCE.test(line));
  const [, ...versions] = lines.join("\n").split(/^## /m);
  const entries = versions.map(readEntry);
  for (const [index, { version, date }] of entries.entries()) {
    const before = entries.slice(0, index);
    const isLate = version === null ? index > 0 : before.some((each) => each.date !== null && each.date < String(date));
    if (isLate) refuse(version ?? "Unreleased", "the newest must be first.");
    if (before.some((each) => each.version === version)) refuse(String(version), "is there twice.");
  }
  return entries;
}

/** Parses one version: its heading, its front matter, a summary, and lists of highlights and of changes. */
function readEntry(section: string): ChangelogEntry {
  const [heading = "", matter = "", content = ""] = section.split(/^(?:<!--|-->)$/m);
  const [, name, date = null] = HEADING.exec(heading.trim()) ?? [];
  if (name === undefined) {
    refuse(section.split("\n", 1)[0] ?? "", "a heading must be `## [1.2.3] - 2026-12-31`, with front matter below it.");
  }
  const [summary = "", ...lists] = content.split(/^### /m);
  const items = lists.flatMap((list) => {
    const [part = "", ...lines] = list.split("\n");
    const text = lines.join("\n");
    if (text.replace(ITEM, "").trim() !== "") refuse(name, `${part} must have only items, which begin with "- ".`);
    return [...text.matchAll(ITEM)].map(([item]) => ({ part, text: oneLine(item.slice(2)) }));
  });
  const parsed = ChangelogEntry.safeParse({
    ...Object.fromEntries(
      matter
        .trim()
        .split("\n")
        .map((line) => line.split(": ")),
    ),
    version: name === "Unreleased" ? null : name,
    date,
    summary: oneLine(summary),
    highlights: items.flatMap(({ part, text }) => (part === HIGHLIGHTS ? [highlightOf(name, text)] : [])),
    changes: items.flatMap(({ part, text }) => (part === HIGHLIGHTS ? [] : [{ kind: part, text }])),
  });
  return parsed.data ?? refuse(name, oneLine(z.prettifyError(parsed.error)));
}

function highlightOf(version: string, item: string): Highlight {
  const [, linked, href, plain, text = ""] = HIGHLIGHT.exec(item) ?? [];
  const title = linked ?? plain;
  if (title === undefined) refuse(version, "a highlight must be `**Title** text` or `**[Title](/path)** text`.");
  return { title, href, text };
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

interface TextPart {
  text: string;
  /** Where it begins in the whole text. */
  at: number;
  code: boolean;
  href?: string;
}

/** Splits a text at its code and its links. A link to a file of the repository becomes its words. */
export function splitAtMarks(text: string): TextPart[] {
  let end = 0;
  const parts = [...text.matchAll(MARKS), undefined].flatMap((mark): TextPart[] => {
    const before = { code: false, text: text.slice(end, mark?.index), at: end };
    if (mark === undefined) return [before];
    const { 0: whole, 1: code, 2: words = "", 3: address = "", index } = mark;
    const at = index + 1;
    end = index + whole.length;
    if (code !== undefined) return [before, { code: true, text: code, at }];
    const linked = { code: false, text: words, at };
    return [before, address.startsWith("https://") ? { ...linked, href: address } : linked];
  });
  return parts.filter((part) => part.text !== "");
}

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
