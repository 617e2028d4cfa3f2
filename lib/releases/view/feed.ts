import { pathOf } from "@/lib/http/client";
import { atomFeed, escapeMarkup, type Feed, type FeedEntry, jsonFeed } from "@/lib/http/feed";
import { getAtomFeed, getJsonFeed, showChangelog } from "../contract";
import { anchorOf, changesByKind, partsOf } from "../rules";
import type { Channel, Release, ReleaseHistory } from "../schema";

/** Whose feed it is, and where it is asked for. */
export interface FeedAbout {
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The one channel that it tells of, if any. */
  channel?: Channel | undefined;
}

function contentOf({ changes }: Release): string {
  const itemOf = (text: string) => {
    const parts = partsOf(text).map((part) =>
      part.code ? `<code>${escapeMarkup(part.text)}</code>` : escapeMarkup(part.text),
    );
    return `<li>${parts.join("")}</li>`;
  };
  return changesByKind(changes)
    .map(({ kind, texts }) => `<h2>${kind}</h2><ul>${texts.map(itemOf).join("")}</ul>`)
    .join("");
}

function entryOf(release: Release): FeedEntry {
  const day = `${release.date}T00:00:00Z`;
  return {
    path: `${showChangelog.path}#${anchorOf(release)}`,
    title: release.version,
    content: contentOf(release),
    published: day,
    updated: day,
    categories: [release.channel],
  };
}

function feedOf({ releases, generatedAt }: ReleaseHistory, { service, origin }: FeedAbout): Feed {
  return {
    service,
    origin,
    title: "changelog",
    description: "What changed in the service, release by release.",
    page: showChangelog.path,
    entries: releases.map(entryOf),
    generatedAt,
  };
}

/** JSON Feed 1.1, one item a release. */
export function viewJsonFeed(history: ReleaseHistory, about: FeedAbout): string {
  return jsonFeed(feedOf(history, about), pathOf(getJsonFeed, { query: { channel: about.channel } }));
}

/** Atom (RFC 4287), one entry a release. */
export function viewAtomFeed(history: ReleaseHistory, about: FeedAbout): string {
  return atomFeed(feedOf(history, about), pathOf(getAtomFeed, { query: { channel: about.channel } }));
}
