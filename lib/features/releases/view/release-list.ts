import { showChangelog } from "../contract";
import type { Release, ReleaseHistory, ReleaseList, ReleaseRecord } from "../schema";

function viewRelease({ changes, summary: _summary, highlights: _highlights, ...release }: Release): ReleaseRecord {
  return { ...release, changes: changes.map(({ kind, text }) => `${kind}: ${text}`) };
}

/** Returns the contract's response. @param origin this service's public address */
export function viewReleases(
  { current, releases, repository, generatedAt }: ReleaseHistory,
  { service, origin }: { service: string; origin: string },
): ReleaseList {
  return {
    service,
    current_version: current.version,
    channel: current.channel,
    build_sha: current.build_sha,
    repo: repository ?? `${origin}${showChangelog.path}`,
    count: releases.length,
    releases: releases.map(viewRelease),
    generated_at: generatedAt,
  };
}
