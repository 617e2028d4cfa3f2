import { readFileSync } from "node:fs";
import type { Context } from "@/lib/context";
import { currentBuild, settings } from "@/lib/env";
import { parseChangelog, releasesOf } from "./rules";
import type { Channel, ReleaseFilters, ReleaseHistory } from "./schema";

// The build has a copy at the same place.
const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
/** Part of the build, which stops where the changelog is malformed or does not have the version that is built. */
const releases = releasesOf(parseChangelog(changelog), currentBuild());

const countOf = (channel: Channel) => releases.filter((release) => release.channel === channel).length;
const countByChannel = { stable: countOf("stable"), dev: countOf("dev") } satisfies Record<Channel, number>;

/** The releases, or those of one channel. */
export async function listReleases({ clock }: Context, { channel }: ReleaseFilters = {}): Promise<ReleaseHistory> {
  const { version } = currentBuild();
  const current = releases.find((release) => release.version === version);
  if (!current) throw new Error(`No release is ${version}.`);
  return {
    current,
    releases: releases.filter((release) => channel === undefined || release.channel === channel),
    channels: countByChannel,
    repository: settings().REPOSITORY_URL?.replace(/\/+$/, ""),
    generatedAt: clock().toISOString(),
  };
}

/** The changelog as it is written. */
export function readChangelog(): string {
  return changelog;
}
