import { escapeMarkup, type Feed, type FeedEntry } from "@/lib/http/feed";
import { showChangelog } from "../contract";
import { changesByKind, fragmentOf, splitAtMarks } from "../rules";
import type { Release } from "../schema";

function contentOf({ changes }: Release): string {
  const itemOf = (text: string) => {
    const parts = splitAtMarks(text).map(({ code, href, text: words }) => {
      const written = escapeMarkup(words);
      if (href !== undefined) return `<a href="${escapeMarkup(href)}">${written}</a>`;
      return code ? `<code>${written}</code>` : written;
    });
    return `<li>${parts.join("")}</li>`;
  };
  return changesByKind(changes)
    .map(({ kind, changes: ofKind }) => `<h2>${kind}</h2><ul>${ofKind.map(({ text }) => itemOf(text)).join("")}</ul>`)
    .join("");
}

function entryOf(release: Release): FeedEntry {
  const day = `${release.date}T00:00:00Z`;
  return {
    path: `${showChangelog.path}#${fragmentOf(release)}`,
    title: release.version,
    content: contentOf(release),
    published: day,
    updated: day,
    categories: [release.channel],
  };
}

export function viewFeed(releases: readonly Release[]): Feed {
  return {
    title: "changelog",
    description: "What changed in the service, release by release.",
    page: showChangelog.path,
    entries: releases.map(entryOf),
  };
}
