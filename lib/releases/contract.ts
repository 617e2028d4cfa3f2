import { z } from "zod";
import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { ReleaseFilters, ReleaseList } from "./schema";

export const listReleases = endpoint({
  operationId: "listReleases",
  method: "GET",
  path: "/releases.json",
  summary: "The releases of this service",
  description: "Kept in the repository's `CHANGELOG.md` and made part of the build.",
  tag: "discovery",
  responses: { 200: ReleaseList },
});

export const showChangelog = endpoint({
  operationId: "showChangelog",
  method: "GET",
  path: "/changelog",
  summary: "The release history as a page",
  tag: "discovery",
  kind: "page",
  text: "text/html; charset=utf-8",
  query: ReleaseFilters,
  responses: { 200: z.string() },
});

export const getChangelogText = markdownTwin({
  operationId: "getChangelogText",
  path: "/changelog.md",
  summary: "The changelog as it is written",
  tag: "discovery",
});

export const getAtomFeed = endpoint({
  operationId: "getAtomFeed",
  method: "GET",
  path: "/changelog.atom",
  summary: "The releases as an Atom feed",
  description: "RFC 4287.",
  tag: "discovery",
  text: "application/atom+xml; charset=utf-8",
  query: ReleaseFilters,
  responses: { 200: z.string() },
});

export const getJsonFeed = endpoint({
  operationId: "getJsonFeed",
  method: "GET",
  path: "/changelog.json",
  summary: "The releases as a JSON Feed",
  description: "JSON Feed 1.1.",
  tag: "discovery",
  text: "application/feed+json; charset=utf-8",
  query: ReleaseFilters,
  responses: { 200: z.string() },
});
