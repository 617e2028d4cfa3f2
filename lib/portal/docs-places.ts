import { describeApi } from "@/lib/features/status/contract";
import type { Endpoint } from "@/lib/http/endpoint";
import type { PortalPage } from "@/lib/portal/search/portal-pages";
import { GROUPS } from "./reference";

const placeOf = ({ tag, operationId, method, path, summary, description = "" }: Endpoint): PortalPage => ({
  path: `/docs/${tag}#${operationId}`,
  title: summary,
  about: `${method} ${path}`,
  words: description,
  json: describeApi.path,
});

/** Lists the reference's pages for the search: each group, and each endpoint's place in it. */
export const DOCS: readonly PortalPage[] = GROUPS.flatMap(({ name, title, description, endpoints }) => [
  { path: `/docs/${name}`, title: `API: ${title}`, about: description, words: "reference", json: describeApi.path },
  ...endpoints.map(placeOf),
]);
