import type { Endpoint } from "@/lib/http/endpoint";
import type { Place } from "@/lib/search/pages";
import { describeApi } from "@/lib/system/contract";
import { GROUPS } from "./reference";

const placeOf = ({ tag, operationId, method, path, summary, description = "" }: Endpoint): Place => ({
  path: `/docs/${tag}#${operationId}`,
  title: summary,
  about: `${method} ${path}`,
  words: description,
  json: describeApi.path,
});

/** The reference's pages as the search knows them: each group, and each endpoint's place in it. */
export const DOCS: readonly Place[] = GROUPS.flatMap(({ name, title, description, endpoints }) => [
  { path: `/docs/${name}`, title: `API: ${title}`, about: description, words: "reference", json: describeApi.path },
  ...endpoints.map(placeOf),
]);
