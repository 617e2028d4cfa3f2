import { pathOf } from "@/lib/http/client";
import { getAtomFeed, getJsonFeed, showChangelog } from "../contract";
import { anchorOf, changesByKind, partsOf } from "../rules";
import { type Channel, JsonFeed, type Release, type ReleaseHistory } from "../schema";

/** Whose feed it is, and where it is asked for. */
export interface FeedAbout {
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The one channel that it tells of, if any. */
  channel?: Channel | undefined;
}

const DESCRIPTION = "What changed in the service, release by release.";
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A line of text that is no markup, in XML 1.0 and in HTML: what XML has no character for is left out. */
export function escapeMarkup(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "").replace(/[&<>"']/g, (each) => ESCAPES[each] ?? "");
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

const titleOf = ({ service }: FeedAbout) => `${service}: changelog`;
const pageOf = ({ origin }: FeedAbout) => `${origin}${showChangelog.path}`;
const entryOf = (about: FeedAbout, release: Release) => `${pageOf(about)}#${anchorOf(release)}`;
const momentOf = ({ date }: Release) => `${date}T00:00:00Z`;

/** JSON Feed 1.1, one item a release. */
export function viewJsonFeed({ releases }: ReleaseHistory, about: FeedAbout): string {
  const feed: JsonFeed = {
    version: "https://jsonfeed.org/version/1.1",
    title: titleOf(about),
    home_page_url: pageOf(about),
    feed_url: about.origin + pathOf(getJsonFeed, { query: { channel: about.channel } }),
    description: DESCRIPTION,
    language: "en",
    authors: [{ name: about.service, url: `${about.origin}/` }],
    items: releases.map((release) => ({
      id: entryOf(about, release),
      url: entryOf(about, release),
      title: release.version,
      content_html: contentOf(release),
      date_published: momentOf(release),
      tags: [release.channel],
    })),
  };
  return JSON.stringify(JsonFeed.parse(feed));
}

/** Atom (RFC 4287), one entry a release; where there is none, it is as new as its answer. */
export function viewAtomFeed({ releases, generatedAt }: ReleaseHistory, about: FeedAbout): string {
  const self = escapeMarkup(about.origin + pathOf(getAtomFeed, { query: { channel: about.channel } }));
  const page = escapeMarkup(pageOf(about));
  const entries = releases.map((release) => {
    const at = escapeMarkup(entryOf(about, release));
    return `  <entry>
    <id>${at}</id>
    <title>${escapeMarkup(release.version)}</title>
    <link rel="alternate" type="text/html" href="${at}"/>
    <published>${momentOf(release)}</published>
    <updated>${momentOf(release)}</updated>
    <category term="${release.channel}"/>
    <content type="html">${escapeMarkup(contentOf(release))}</content>
  </entry>
`;
  });
  const [newest] = releases;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>${escapeMarkup(titleOf(about))}</title>
  <subtitle>${DESCRIPTION}</subtitle>
  <updated>${newest ? momentOf(newest) : generatedAt}</updated>
  <author><name>${escapeMarkup(about.service)}</name></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${page}"/>
${entries.join("")}</feed>
`;
}
