import { z } from "zod";

/** JSON Feed 1.1, as far as this service's feeds use it. */
export const JsonFeed = z
  .object({
    version: z.literal("https://jsonfeed.org/version/1.1"),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    language: z.string(),
    authors: z.array(z.object({ name: z.string(), url: z.url() })),
    items: z.array(
      z.object({
        id: z.url(),
        url: z.url(),
        title: z.string(),
        content_html: z.string(),
        date_published: z.iso.datetime(),
        date_modified: z.iso.datetime(),
        tags: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "JsonFeed" });

/** Something to follow. */
export interface Feed {
  /** Whose it is. */
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  title: string;
  description: string;
  /** Path of the page that shows the same. */
  page: string;
  entries: readonly FeedEntry[];
  /** As new as this where there is no entry: ISO 8601. */
  generatedAt: string;
}

export interface FeedEntry {
  /** Path of what it tells of; it never changes, so it is the entry's name too. */
  path: string;
  title: string;
  /** HTML. */
  content: string;
  /** ISO 8601. */
  published: string;
  updated: string;
  categories: readonly string[];
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A line of text that is no markup, in XML 1.0 and in HTML: what XML has no character for is left out. */
export function escapeMarkup(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "").replace(/[&<>"']/g, (each) => ESCAPES[each] ?? "");
}

/** JSON Feed 1.1. @param self its own path */
export function jsonFeed(feed: Feed, self: string): string {
  const { service, origin, title, description, page, entries } = feed;
  const written: z.infer<typeof JsonFeed> = {
    version: "https://jsonfeed.org/version/1.1",
    title: `${service}: ${title}`,
    home_page_url: origin + page,
    feed_url: origin + self,
    description,
    language: "en",
    authors: [{ name: service, url: `${origin}/` }],
    items: entries.map((entry) => ({
      id: origin + entry.path,
      url: origin + entry.path,
      title: entry.title,
      content_html: entry.content,
      date_published: entry.published,
      date_modified: entry.updated,
      tags: [...entry.categories],
    })),
  };
  return JSON.stringify(written);
}

function atomEntry({ origin }: Feed, { path, title, content, published, updated, categories }: FeedEntry): string {
  const at = escapeMarkup(origin + path);
  return `  <entry>
    <id>${at}</id>
    <title>${escapeMarkup(title)}</title>
    <link rel="alternate" type="text/html" href="${at}"/>
    <published>${published}</published>
    <updated>${updated}</updated>
${categories.map((term) => `    <category term="${escapeMarkup(term)}"/>\n`).join("")}    <content type="html">${escapeMarkup(content)}</content>
  </entry>
`;
}

/** Atom (RFC 4287); where there is no entry, it is as new as its answer. @param self its own path */
export function atomFeed(feed: Feed, self: string): string {
  const { service, origin, title, description, page, entries, generatedAt } = feed;
  const newest = entries
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${escapeMarkup(origin + self)}</id>
  <title>${escapeMarkup(`${service}: ${title}`)}</title>
  <subtitle>${escapeMarkup(description)}</subtitle>
  <updated>${newest ?? generatedAt}</updated>
  <author><name>${escapeMarkup(service)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + self)}"/>
  <link rel="alternate" type="text/html" href="${escapeMarkup(origin + page)}"/>
${entries.map((entry) => atomEntry(feed, entry)).join("")}</feed>
`;
}
