import { describe, expect, it } from "vitest";
import { changesByKind, isBreaking, linksOf, parseChangelog, releasesOf, splitAtMarks } from "./rules";
import type { Build, Release } from "./schema";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const BUILD: Build = { version: "0.3.0-dev", buildSha: "fedcba987654", commit: "f".repeat(40), date: "2027-03-04" };

/** A changelog with something waiting, and two releases. */
const WHOLE = `# Changelog

Words before the first version.

## [Unreleased]

<!--
channel: dev
-->

### Fixed

- A frozen relay
  no longer accepts \`batches\`.

## [0.2.0] - 2026-12-01

<!--
channel: stable
tag: v0.2.0
commit: ${COMMIT}
build_sha: 0123456789ab
github_release_url: https://code.example/f/s/releases/tag/v0.2.0
zenodo_doi: 10.5281/zenodo.123
-->

Agents can be searched. One change
breaks clients.

### Highlights

- **[Search](/search?q=glossa)** Finds agents by what
  they do.
- **Feeds** \`/agents.atom\` and others.

### Added

- One.
- Two.

### Security

- Three.

## [0.1.0] - 2026-11-21

<!--
channel: stable
tag: v0.1.0
commit: ${COMMIT}
build_sha: 0123456
-->

### Added

- The first.

[Unreleased]: https://code.example/f/s/compare/v0.2.0...HEAD
`;

/** The version in the error, and its message. */
function errorOf(markdown: string): string {
  try {
    parseChangelog(markdown);
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing was refused";
}
/** Replaces one place and fails if there is none. */
function edited(from: string, to: string, text = WHOLE): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

describe("a changelog", () => {
  it("is read whole: versions, days, front matter, kinds, and changes over several lines", () => {
    expect(parseChangelog(WHOLE)).toEqual([
      {
        ...{ version: null, date: null, channel: "dev", summary: "", highlights: [] },
        changes: [{ kind: "Fixed", text: "A frozen relay no longer accepts `batches`." }],
      },
      {
        ...{ version: "0.2.0", date: "2026-12-01", channel: "stable", tag: "v0.2.0", commit: COMMIT },
        build_sha: "0123456789ab",
        github_release_url: "https://code.example/f/s/releases/tag/v0.2.0",
        zenodo_doi: "10.5281/zenodo.123",
        summary: "Agents can be searched. One change breaks clients.",
        highlights: [
          { title: "Search", href: "/search?q=glossa", text: "Finds agents by what they do." },
          { title: "Feeds", href: undefined, text: "`/agents.atom` and others." },
        ],
        changes: [
          { kind: "Added", text: "One." },
          { kind: "Added", text: "Two." },
          { kind: "Security", text: "Three." },
        ],
      },
      {
        ...{ version: "0.1.0", date: "2026-11-21", channel: "stable", tag: "v0.1.0", commit: COMMIT },
        ...{ build_sha: "0123456", summary: "", highlights: [] },
        changes: [{ kind: "Added", text: "The first." }],
      },
    ]);
  });

  it("says the same with the line ends of Windows", () => {
    expect(parseChangelog(WHOLE.replaceAll("\n", "\r\n"))).toEqual(parseChangelog(WHOLE));
  });

  it.each([
    ["a version that is none", "## [0.2.0] -", "## [0.2] -", /0\.2\b.*: /],
    ["a heading without brackets", "## [0.2.0] -", "## 0.2.0 -", /0\.2\b.*: /],
    ["no day", "2026-12-01", "2026-02-30", /0\.2\.0: .*date/],
    ["a version without front matter", "<!--\nchannel: stable", "channel: stable", /0\.2\.0.*: a heading must/],
    ["front matter that never ends", "build_sha: 0123456\n-->", "build_sha: 0123456", /0\.1\.0: .*key/],
    ["front matter that is prose", "tag: v0.2.0", "tagged as v0.2.0", /0\.2\.0: .*tag/],
    ["front matter without a value", "tag: v0.2.0", "tag: ", /0\.2\.0: .*tag/],
    ["an unknown key", "tag: v0.2.0", "label: v0.2.0", /0\.2\.0: .*label/],
    ["a channel that is none", "channel: stable", "channel: nightly", /0\.2\.0: .*channel/],
    ["no channel", "channel: stable\n", "", /0\.2\.0: .*channel/],
    ["a short commit", `commit: ${COMMIT}`, "commit: 0123456", /0\.2\.0: .*commit/],
    ["a build_sha that is no hash", "build_sha: 0123456789ab", "build_sha: latest", /0\.2\.0: .*build_sha/],
    [
      "a release page over plain HTTP",
      "https://code.example/f/s/rel",
      "http://code.example/f/s/rel",
      /github_release_url/,
    ],
    ["a DOI that is none", "10.5281/zenodo.123", "zenodo.123", /zenodo_doi/],
    ["a release without a tag", "tag: v0.2.0\n", "", /0\.2\.0: .* a tag/],
    ["a release without a change", "### Added\n\n- The first.", "", /0\.1\.0: .* a change/],
    ["a tag of an unreleased version", "channel: dev", "channel: dev\ntag: v0.3.0", /Unreleased: .* no tag/],
    ["a stable channel of an unreleased version", "channel: dev", "channel: stable", /Unreleased: .* channel dev/],
    ["a kind that is none", "### Security", "### Improved", /0\.2\.0: .*"Added"\|/],
    ["a change without a kind", "### Added\n\n- The first.", "- The first.", /0\.1\.0: .*summary/],
    ["a highlight without a title", "- **Feeds** ", "- Feeds ", /0\.2\.0: a highlight must be/],
    [
      "a highlight that is a title alone",
      "**Feeds** `/agents.atom` and others.",
      "**Feeds**",
      /0\.2\.0: a highlight must be/,
    ],
    [
      "a highlight that leads elsewhere",
      "(/search?q=glossa)",
      "(https://other.example/)",
      /0\.2\.0: a highlight must be/,
    ],
    ["nine highlights", "- **Feeds**", `${"- **More** Text.\n".repeat(7)}- **Feeds**`, /0\.2\.0: .*highlights/],
    ["prose between changes", "- Two.", "Two.", /0\.2\.0: Added must have only items/],
    ["an indented line that continues nothing", "- Three.", "  Three.", /0\.2\.0: Security must have only items/],
    ["a version twice", "## [0.1.0]", "## [0.2.0]", /0\.2\.0: is there twice/],
    ["an older version first", "2026-11-21", "2026-12-02", /0\.1\.0: the newest must be first/],
    [
      "an unreleased version after a release",
      `## [0.1.0] - 2026-11-21\n\n<!--\nchannel: stable\ntag: v0.1.0\ncommit: ${COMMIT}\nbuild_sha: 0123456\n-->`,
      "## [Unreleased]\n\n<!--\nchannel: dev\n-->",
      /Unreleased: the newest must be first/,
    ],
  ])("is rejected for %s", (_, from, to, why) => {
    expect(errorOf(edited(from, to))).toMatch(why);
  });
});

describe("the releases of a build", () => {
  const entries = parseChangelog(WHOLE);

  it("begin with the build itself if its version is not released", () => {
    const [running, ...rest] = releasesOf(entries, BUILD);
    expect(running).toEqual({
      ...{ version: "0.3.0-dev", tag: "", date: "2027-03-04", channel: "dev" },
      ...{ build_sha: "fedcba987654", commit: "f".repeat(40), github_release_url: "", zenodo_doi: null },
      ...{ summary: "", highlights: [] },
      changes: [
        {
          ...{ kind: "Fixed", text: "A frozen relay no longer accepts `batches`." },
          slug: "fixed-a-frozen-relay-no-longer-accepts-batches",
        },
      ],
    });
    expect(rest.map(({ version, commit }) => [version, commit])).toEqual([
      ["0.2.0", COMMIT],
      ["0.1.0", COMMIT],
    ]);
  });

  it("are those of the changelog if the version is in it; its commit, which cannot name itself, is the build's", () => {
    const changelog = edited("### Fixed\n\n- A frozen relay\n  no longer accepts `batches`.\n", "").replace(
      `commit: ${COMMIT}\nbuild_sha: 0123456789ab\n`,
      "",
    );
    const releases = releasesOf(parseChangelog(changelog), { ...BUILD, version: "0.2.0" });
    expect(releases).toMatchObject([
      { version: "0.2.0", date: "2026-12-01", commit: "f".repeat(40), build_sha: "fedcba987654", channel: "stable" },
      { version: "0.1.0" },
    ]);
  });

  it("cannot be returned for a version that is not in the changelog", () => {
    const [, ...released] = entries;
    expect(() => releasesOf(released, BUILD)).toThrow(/neither 0\.3\.0-dev/);
  });

  it("cannot be returned for a released version with unreleased changes", () => {
    expect(() => releasesOf(entries, { ...BUILD, version: "0.2.0" })).toThrow(/another version in package\.json/);
  });

  it("cannot be returned for an earlier release without a recorded commit", () => {
    const changelog = edited(`commit: ${COMMIT}\nbuild_sha: 0123456789ab\n`, "");
    expect(() => releasesOf(parseChangelog(changelog), BUILD)).toThrow(/0\.2\.0 is no longer the running version/);
  });
});

describe("a release on a page", () => {
  const [running, second, first] = releasesOf(parseChangelog(WHOLE), BUILD) as [Release, Release, Release];

  it("has its changes by kind, in the form's order", () => {
    const changes = [
      { kind: "Security", text: "c" },
      { kind: "Added", text: "a" },
      { kind: "Security", text: "d" },
    ] as const;
    expect(changesByKind(changes)).toEqual([
      { kind: "Added", changes: [changes[1]] },
      { kind: "Security", changes: [changes[0], changes[2]] },
    ]);
  });

  it("has breaking changes, which say so first", () => {
    const isBreakingText = (text: string) => isBreaking({ kind: "Changed", text });
    expect(isBreakingText("Breaking: `model` may be empty.")).toBe(true);
    expect(isBreakingText("Breaking news are read.")).toBe(false);
    expect(isBreakingText("Not Breaking: a test.")).toBe(false);
  });

  it("has code between backticks", () => {
    expect(splitAtMarks("`a` then `b`, c")).toEqual([
      { code: true, text: "a", at: 1 },
      { code: false, text: " then ", at: 3 },
      { code: true, text: "b", at: 10 },
      { code: false, text: ", c", at: 12 },
    ]);
  });

  it("has links, and of a link to a file of the repository only its words", () => {
    expect(splitAtMarks("[`A` b](https://a.example/), [c](docs/c.md) [d] `[e](f)`")).toEqual([
      { code: false, text: "`A` b", at: 1, href: "https://a.example/" },
      { code: false, text: ", ", at: 27 },
      { code: false, text: "c", at: 30 },
      { code: false, text: " [d] ", at: 43 },
      { code: true, text: "[e](f)", at: 49 },
    ]);
  });

  it("links tag, commit and comparison if the repository is known", () => {
    expect(linksOf(undefined, second, first)).toEqual({});
    expect(linksOf("https://code.example/f/s", second, first)).toEqual({
      tag: "https://code.example/f/s/releases/tag/v0.2.0",
      commit: `https://code.example/f/s/commit/${COMMIT}`,
      compare: "https://code.example/f/s/compare/v0.1.0...v0.2.0",
    });
    expect(linksOf("https://code.example/f/s", running, second)).toEqual({
      commit: `https://code.example/f/s/commit/${"f".repeat(40)}`,
      compare: `https://code.example/f/s/compare/v0.2.0...${"f".repeat(40)}`,
    });
  });

  it("links nothing of a build that does not know its commit", () => {
    expect(linksOf("https://code.example/f/s", { ...running, commit: "unknown" }, second)).toEqual({});
    expect(linksOf("https://code.example/f/s", first, undefined)).not.toHaveProperty("compare");
  });
});
