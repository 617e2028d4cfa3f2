import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { changeFeed } from "@/lib/database/schema/change-feed";
import { recordChange } from "@/lib/features/events/record-change";
import { currentBuild } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { rootPath } from "@/lib/foundation/root-path";
import { trimEndOf } from "@/lib/foundation/text/trim";
import { parseChangelog, releasesOf } from "./rules";
import type { Channel, Release, ReleaseFilters, ReleaseHistory } from "./schema";

const changelog = readFileSync(rootPath("CHANGELOG.md"), "utf8");
/** Read once. The build stops if it is malformed. */
const parsed = parseChangelog(changelog);
let known: readonly Release[] | undefined;

/**
 * Reads the settings on the first call, not on import: a start with a wrong setting must first say which.
 * @throws Error if the changelog does not have the version that is built
 */
function allReleases(): readonly Release[] {
  known ??= releasesOf(parsed, currentBuild());
  return known;
}

export async function listReleases({ clock }: Context, { channel }: ReleaseFilters = {}): Promise<ReleaseHistory> {
  const releases = allReleases();
  const countOf = (each: Channel) => releases.filter((release) => release.channel === each).length;
  const { version } = currentBuild();
  const { REPOSITORY_URL } = settings();
  const current = releases.find((release) => release.version === version);
  if (!current) throw new Error(`There is no release ${version}.`);
  return {
    current,
    releases: releases.filter((release) => channel === undefined || release.channel === channel),
    channels: { stable: countOf("stable"), dev: countOf("dev") },
    repository: REPOSITORY_URL === undefined ? undefined : trimEndOf(REPOSITORY_URL, "/"),
    generatedAt: clock().toISOString(),
  };
}

/** A release with what its entry shows beside it. */
export interface ReleaseInHistory {
  release: Release;
  older: Release | undefined;
  repository: string | undefined;
  isRunning: boolean;
}

/** Finds a release by its version, or by the fragment of one of its changes. @returns null if there is none */
export async function findRelease(ctx: Context, entry: string): Promise<ReleaseInHistory | null> {
  const { releases, repository, current } = await listReleases(ctx);
  const at = releases.findIndex(
    ({ version, changes }) => version === entry || changes.some(({ slug }) => slug === entry),
  );
  const release = releases[at];
  return release ? { release, older: releases[at + 1], repository, isRunning: release === current } : null;
}

/**
 * Tells in the change feed that the running build is a release: once for each version, however often and wherever it starts.
 * @param release absent: the running build's
 * @returns whether it was told now; a build that is no release is not
 */
export async function announceRelease(ctx: Context, release?: Release): Promise<boolean> {
  const { version, tag, channel, date } = release ?? (await listReleases(ctx)).current;
  if (tag === "") return false;
  return ctx.db.transaction(async (tx) => {
    const told = changeFeed.releases;
    const [isNew] = await tx
      .update(changeFeed)
      .set({ releases: sql`array_append(${told}, ${version}::text)` })
      .where(sql`not ${version}::text = any(${told})`)
      .returning({ epoch: changeFeed.epoch });
    if (!isNew) return false;
    const data = { version, tag, channel, date };
    await recordChange(tx, { kind: "release.published", subject: `release:${version}`, dids: [], data });
    return true;
  });
}

export function readChangelog(): string {
  return changelog;
}
