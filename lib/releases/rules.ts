import { z } from "zod";
import { type Build, type Change, ChangeKind, type ChangelogEntry, FrontMatter, type Release, Version } from "./schema";

/** @throws Error that names the line */
function refuse(line: number, why: string): never {
  throw new Error(`CHANGELOG.md, line ${line}: ${why}`);
}

/** `## [Unreleased]` or `## [0.3.0] - 2026-12-01`. */
function readHeading(text: string, line: number): Pick<ChangelogEntry, "version" | "date"> {
  if (text === "## [Unreleased]") return { version: null, date: null };
  const [, version, date] = /^## \[([^\]]+)\] - (\S+)$/.exec(text) ?? [];
  if (!Version.safeParse(version).success) refuse(line, "a version is headed `## [1.2.3] - 2026-12-31`.");
  if (!z.iso.date().safeParse(date).success) refuse(line, `${date} is no day.`);
  return { version: version ?? null, date: date ?? null };
}

/** The lines `key: value` between `<!--` and `-->`. */
function readFrontMatter(lines: string[], line: number): FrontMatter {
  const fields = lines.map((each, index) => {
    const [, key, value] = /^(\w+): (\S+)$/.exec(each) ?? [];
    if (key === undefined) refuse(line + index + 1, "front matter is lines of `key: value`.");
    return [key, value] as const;
  });
  if (new Set(fields.map(([key]) => key)).size < fields.length) refuse(line, "a key of the front matter is repeated.");
  const parsed = FrontMatter.safeParse(Object.fromEntries(fields));
  if (!parsed.success) refuse(line, `the front matter: ${z.prettifyError(parsed.error).replace(/\s*\n\s*/g, " ")}`);
  return parsed.data;
}

/** What a version must have, and what it cannot have yet. */
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
  if (early !== undefined) refuse(line, `what is not released has no ${early}.`);
  if (channel !== "dev") refuse(line, "what is not released is of the channel dev.");
}

/** Newest first, what is not released before all, and no version twice. */
function checkPlace(entries: readonly ChangelogEntry[], index: number, line: number): void {
  const { version = null, date } = entries[index] ?? {};
  const before = entries[index - 1];
  if (version === null && before) refuse(line, "what is not released comes first.");
  if (entries.findIndex((each) => each.version === version) < index) refuse(line, `${version} is there twice.`);
  if (before?.date && date && before.date < date) refuse(line, `${version} is newer than what stands before it.`);
}

/**
 * Reads a changelog in the form of Keep a Changelog 1.1.0, each version with its front matter as a comment below its
 * heading. It is read strictly: a line that is none of the form's stops the build.
 * @throws Error that names the line and what is wrong with it
 */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const lines = markdown.split(/\r?\n/);
  if (lines[0] !== "# Changelog") refuse(1, "the title is `# Changelog`.");
  const starts = lines.flatMap((text, index) => (text.startsWith("## ") ? [index] : []));
  const entries = starts.map((start, index) => readEntry(lines.slice(start, starts[index + 1]), start + 1));
  for (const [index, entry] of entries.entries()) {
    const line = (starts[index] ?? 0) + 1;
    checkPlace(entries, index, line);
    checkEntry(entry, line);
  }
  return entries;
}

/** One version, from its heading to the next. @param first the heading's line, from 1 */
function readEntry(lines: string[], first: number): ChangelogEntry {
  const [heading = "", ...rest] = lines;
  const named = readHeading(heading, first);
  const opening = rest.findIndex((text) => text !== "");
  const closing = rest.indexOf("-->");
  if (rest[opening] !== "<!--" || closing < 0)
    refuse(first, "front matter between `<!--` and `-->` follows a heading.");
  const matter = readFrontMatter(rest.slice(opening + 1, closing), first + opening + 1);
  const changes: ChangelogEntry["changes"] = [];
  let kind: ChangeKind | undefined;
  for (const [index, text] of rest.slice(closing + 1).entries()) {
    const line = first + closing + 2 + index;
    const last = changes.at(-1);
    if (text.startsWith("### ")) {
      const parsed = ChangeKind.safeParse(text.slice(4));
      if (!parsed.success) refuse(line, `a kind of change is one of ${ChangeKind.options.join(", ")}.`);
      kind = parsed.data;
    } else if (text.startsWith("- ")) {
      if (kind === undefined) refuse(line, "a change stands below its kind.");
      changes.push({ kind, text: text.slice(2).trim() });
    } else if (text.startsWith("  ") && last?.kind === kind && last !== undefined) {
      last.text += ` ${text.trim()}`;
    } else if (text !== "" && !/^\[[^\]]+\]: \S+$/.test(text)) {
      refuse(line, "neither a kind of change, nor a change, nor the next line of one.");
    }
  }
  return { ...named, ...matter, changes };
}

/**
 * The releases as a build tells them, newest first: a build of a version that is not released is one of them, with the
 * changes that wait for their release.
 * @throws Error where changelog and build do not speak of the same version
 */
export function releasesOf(entries: readonly ChangelogEntry[], build: Build): Release[] {
  const waiting = entries.find(({ version }) => version === null);
  const released = entries.some(({ version }) => version === build.version);
  if (!released && waiting === undefined) {
    throw new Error(`CHANGELOG.md has neither ${build.version}, the version of package.json, nor [Unreleased].`);
  }
  if (released && waiting !== undefined && waiting.changes.length > 0) {
    throw new Error(`${build.version} is released: what is [Unreleased] needs another version in package.json.`);
  }
  const told = released ? entries.filter(({ version }) => version !== null) : entries;
  return told.map(({ version, date, tag, commit, build_sha, github_release_url, zenodo_doi, ...rest }) => {
    // A commit cannot name itself: a release's own stands in the changelog only from the next version on.
    const running = version === null || version === build.version;
    if (!running && (commit === undefined || build_sha === undefined)) {
      throw new Error(`CHANGELOG.md: ${version} is no longer the running version; give its commit and build_sha.`);
    }
    return {
      ...rest,
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

/** The changes of each kind that has one, in the form's order of kinds. */
export function changesByKind(changes: readonly Change[]): { kind: ChangeKind; texts: string[] }[] {
  return ChangeKind.options.flatMap((kind) => {
    const texts = changes.filter((change) => change.kind === kind).map(({ text }) => text);
    return texts.length === 0 ? [] : [{ kind, texts }];
  });
}

/** A text cut at its backticks; every second part is code. */
export function partsOf(text: string): { code: boolean; text: string; at: number }[] {
  let at = 0;
  return text.split("`").flatMap((part, index) => {
    const start = at;
    at += part.length + 1;
    return part === "" ? [] : [{ code: index % 2 === 1, text: part, at: start }];
  });
}

/** Where a release stands on the changelog's page. */
export function anchorOf({ version }: Pick<Release, "version">): string {
  return `v${version}`;
}

/** What names a release's source in a repository; undefined where the build did not know it. */
function revisionOf({ tag, commit }: Pick<Release, "tag" | "commit">): string | undefined {
  return tag || (commit === "unknown" ? undefined : commit);
}

/** The addresses of a release in its repository, as GitHub, Gitea and Forgejo have them. @param older the one before it */
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
