import { z } from "zod";

/** The media types of feeds: Atom (RFC 4287) and JSON Feed 1.1. */
export const ATOM = "application/atom+xml; charset=utf-8";
export const JSON_FEED = "application/feed+json";

/** The parts of JSON Feed 1.1 that this service uses. */
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
        id: z.string().meta({ description: "A tag URI (RFC 4151), the same under every address of the service." }),
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
