import { sentence, type Wrap } from "@/components/ui/sentence";

export const changelogTexts = {
  title: "Changelog",
  channel: "Channel",
  versions: (health: Wrap, evidence: Wrap, version: string, channel: string) =>
    sentence`These are the versions of this service. The API has its own version, which ${health("health")} states: ${version}, ${channel}. This page does not prove which commit the running build was made from. You can check the documents of the build: see ${evidence("evidence")}.`,
  running: (version: string, channel: string, all: Wrap) =>
    sentence`The service runs ${version}, a ${channel} build. ${all("Show all channels")}`,
} as const;

export const releaseTexts = {
  noChange: (older: string | undefined) => `No change${older === undefined ? "" : ` since ${older}`} yet.`,
  releases: "Releases",
} as const;
