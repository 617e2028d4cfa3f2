import { sentence, type Wrap } from "@/components/ui/sentence";

export const changelogTexts = {
  title: "Changelog",
  metaDescription: "What changed for people who use or run the service, release by release.",
  lede: "What changed for people who use or run the service.",
  atom: "Atom",
  jsonFeed: "JSON Feed",
  channel: "Channel",
  versions: (health: Wrap, evidence: Wrap, version: string, channel: string) =>
    sentence`These are the versions of this service. The API has its own version, which ${health("health")} states: ${version}, ${channel}. This page does not prove which commit the running build was made from. You can check the documents of the build: see ${evidence("evidence")}.`,
  none: (channel: string) => `No ${channel} release of this service yet`,
  running: (version: string, channel: string, all: Wrap) =>
    sentence`The service runs ${version}, a ${channel} build. ${all("Show all channels")}`,
} as const;

export const releaseTexts = {
  changes: (changes: number) => (changes === 1 ? " change" : " changes"),
  breaking: (changes: number) => `${changes} breaking`,
  thisChange: "this change",
  permalink: (what: string) => `Permalink to ${what}`,
  release: (version: string) => `release ${version}`,
  runningNow: "running now",
  notReleased: "not released yet",
  noChange: (older: string | undefined) => `No change${older === undefined ? "" : ` since ${older}`} yet.`,
  highlights: "Highlights",
  build: "Build",
  commit: "Commit",
  theCommit: (version: string) => `the commit of ${version}`,
  tag: "Tag",
  compare: "Compare",
  with: (version: string) => `with ${version}`,
  releases: "Releases",
} as const;
