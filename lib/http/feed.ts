import type { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { removeInvisible } from "@/lib/foundation/text/plain-text";
import { JSON_FEED, type JsonFeed } from "./feed-schema";

export interface Feed {
  title: string;
  description: string;
  /** Path of the page with the same content. */
  page: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /**
   * Path of the entry's page, with a fragment for a part of a page. It must never change, because the id is made from
   * it.
   */
  path: string;
  title: string;
  /** HTML. */
  content: string;
  /** ISO 8601. */
  published: string;
  updated: string;
  categories: readonly string[];
}

/** The context of a feed: the service and the requested address. */
export interface FeedAbout {
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The host in ids, independent of the requested address. */
  authority: string;
  /** The feed's own path and query. */
  self: string;
  /** The date of a feed without entries: ISO 8601. */
  generatedAt: string;
}

/** The year in which ids were first issued, required in a tag by RFC 4151. */
const SINCE = "2026";
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Returns a text in one line, without invisible characters and those that XML does not allow. */
const lineOf = (text: string) => removeInvisible(text.replace(/\s+/g, " ")).replace(/[\ufffe\uffff]/g, "");

/** Escapes a line of text for XML 1.0 and HTML. */
export function escapeMarkup(text: string): string {
  return lineOf(text).replace(/[&<>"']/g, (each) => ownValue(ESCAPES, each) ?? "");
}

export function paragraphs(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : `<p>${escapeMarkup(line.trim())}</p>`))
    .join("");
}

/** Returns the id for a path: a tag URI (RFC 4151). */
const tagOf = (authority: string, path: string) => `tag:${authority},${SINCE}:${path}`;

function jsonFeed({ title, description, page, entries }: Feed, about: FeedAbout): string {
  const { service, origin, authority, self } = about;
  const written: z.infer<typeof JsonFeed> = {
    version: "https://jsonfeed.org/version/1.1",
    title: lineOf(`${service}: ${title}`),
    home_page_url: origin + page,
    feed_url: origin + self,
    description: lineOf(description),
    language: "en",
    authors: [{ name: service, url: `${origin}/` }],
    items: entries.map((entry) => ({
      id: tagOf(authority, entry.path),
      url: origin + entry.path,
      title: lineOf(entry.title),
      content_html: entry.content,
      date_published: entry.published,
      date_modified: entry.updated,
      tags: entry.categories.map(lineOf),
    })),
  };
  return JSON.stringify(written);
}

function atomEntry({ origin, authority }: FeedAbout, entry: FeedEntry): string {
  const { path, title, content, published, updated, categories } = entry;
  return `  <entry>
    <id>${escapeMarkup(tagOf(authority, path))}</id>
    <title>${escapeMarkup(title)}</title>
    <link rel="alternate" type="text/html" href="${escapeMarkup(origin + path)}"/>
    <published>${published}</published>
    <updated>${updated}</updated>
${categories.map((term) => `    <category term="${escapeMarkup(term)}"/>\n`).join("")}    <content type="html">${escapeMarkup(content)}</content>
  </entry>
`;
}

function atomFeed({ title, description, page, entries }: Feed, about: FeedAbout): string {
  const { service, origin, authority, self, generatedAt } = about;
  const newest = entries
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${escapeMarkup(tagOf(authority, self))}</id>
  <title>${escapeMarkup(`${service}: ${title}`)}</title>
  <subtitle>${escapeMarkup(description)}</subtitle>
  <updated>${newest ?? generatedAt}</updated>
  <author><name>${escapeMarkup(service)}</name></author>
  <link rel="self" type="application/atom+xml" href="${escapeMarkup(origin + self)}"/>
  <link rel="alternate" type="text/html" href="${escapeMarkup(origin + page)}"/>
${entries.map((entry) => atomEntry(about, entry)).join("")}</feed>
`;
}

/**
 * Writes a feed. Readers show an entry elsewhere, so its links get the whole address. Foreign text in it has no quotes.
 * @param mediaType one of the two in `feed-schema.ts`
 */
export function writeFeed(mediaType: string, { entries, ...rest }: Feed, about: FeedAbout): string {
  const href = `href="${escapeMarkup(about.origin)}/`;
  const feed = {
    ...rest,
    entries: entries.map((entry) => ({ ...entry, content: entry.content.replaceAll('href="/', href) })),
  };
  return mediaType === JSON_FEED ? jsonFeed(feed, about) : atomFeed(feed, about);
}
