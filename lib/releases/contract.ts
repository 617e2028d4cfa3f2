import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { JsonFeed } from "@/lib/http/feed";
import { ReleaseFilters, ReleaseList } from "./schema";

const discovery = endpointsOf("discovery");

export const listReleases = discovery.get("/releases.json", {
  operationId: "listReleases",
  summary: "The releases of this service",
  description: "Kept in the repository's `CHANGELOG.md` and made part of the build.",
  cache: { tags: [] },
  responses: { 200: ReleaseList },
});

export const showChangelog = discovery.get("/changelog", {
  operationId: "showChangelog",
  summary: "The release history as a page",
  kind: "page",
  text: "text/html; charset=utf-8",
  query: ReleaseFilters,
  responses: { 200: z.string() },
});

export const getChangelogText = discovery.markdown("/changelog.md", {
  operationId: "getChangelogText",
  summary: "The changelog as it is written",
});

export const getAtomFeed = discovery.get("/changelog.atom", {
  operationId: "getAtomFeed",
  summary: "The releases as an Atom feed",
  description: "RFC 4287.",
  text: "application/atom+xml; charset=utf-8",
  query: ReleaseFilters,
  cache: "build",
  responses: { 200: z.string() },
});

export const getJsonFeed = discovery.get("/changelog.json", {
  operationId: "getJsonFeed",
  summary: "The releases as a JSON Feed",
  description: "JSON Feed 1.1.",
  text: "application/feed+json; charset=utf-8",
  document: JsonFeed,
  query: ReleaseFilters,
  cache: "build",
  responses: { 200: z.string() },
});
