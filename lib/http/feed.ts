import type { z } from "zod";
import { withoutUnseen } from "@/lib/text/plain-text";
import { JSON_FEED, type JsonFeed } from "./feed-schema";

/** Something to follow. */
export interface Feed {
  title: string;
  description: string;
  /** Path of the page that shows the same. */
  page: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Path of what it tells of, with a fragment where that is a part of a page. It never changes: the id is made of it. */
  path: string;
  title: string;
  /** HTML. */
  content: string;
  /** ISO 8601. */
  published: string;
  updated: string;
  categories: readonly string[];
}

/** Whose feed it is, and where it was asked for. */
export interface FeedAbout {
  service: string;
  /** This service's public address, without a slash at its end. */
  origin: string;
  /** The host that ids name, whatever address was asked for. */
  authority: string;
  /** The feed's own path and query. */
  self: string;
  /** A feed without an entry is as new as this: ISO 8601. */
  generatedAt: string;
}

/** The year in which ids were first given out, as RFC 4151 asks of a tag. */
const SINCE = "2026";
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** A text in one line, without what nobody would see and what XML has no character for. */
const lineOf = (text: string) => withoutUnseen(text.replace(/\s+/g, " ")).replace(/[\ufffe\uffff]/g, "");

/** A line of text that is no markup, in XML 1.0 and in HTML. */
export function escapeMarkup(text: string): string {
  return lineOf(text).replace(/[&<>"']/g, (each) => ESCAPES[each] ?? "");
}

/** A paragraph of HTML for each line of a text. */
export function paragraphs(text: string): string {
  return text
    .split(/\s*\n\s*/)
    .map((line) => (line === "" ? "" : `<p>${escapeMarkup(line)}</p>`))
    .join("");
}

/** The id of what a path leads to: a tag URI (RFC 4151). */
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

/** Writes a feed. @param mediaType of the two that `feed-schema.ts` names */
export function writeFeed(mediaType: string, feed: Feed, about: FeedAbout): string {
  return mediaType === JSON_FEED ? jsonFeed(feed, about) : atomFeed(feed, about);
}
