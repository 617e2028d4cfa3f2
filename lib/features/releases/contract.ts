import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { ReleaseFilters, ReleaseList } from "./schema";

const discovery = endpointsOf("discovery");

export const listReleases = discovery.get("/releases.json", {
  operationId: "listReleases",
  summary: "The releases of this service",
  description: "From the repository's `CHANGELOG.md` at the time of the build.",
  cache: { tags: [] },
  responses: { 200: ReleaseList },
});

export const showChangelog = discovery.get("/changelog", {
  operationId: "showChangelog",
  summary: "The release history as a page",
  kind: "page",
  mediaType: "text/html; charset=utf-8",
  query: ReleaseFilters,
  responses: { 200: z.string() },
});

export const getChangelogText = discovery.markdown("/changelog.md", {
  operationId: "getChangelogText",
  summary: "The changelog as a file",
});

export const getAtomFeed = discovery.atom("/changelog.atom", {
  operationId: "getAtomFeed",
  summary: "The releases as an Atom feed",
  query: ReleaseFilters,
  cache: "build",
});

export const getJsonFeed = discovery.jsonFeed("/changelog.json", {
  operationId: "getJsonFeed",
  summary: "The releases as a JSON Feed",
  query: ReleaseFilters,
  cache: "build",
});
