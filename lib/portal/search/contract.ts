import { endpointsOf } from "@/lib/http/endpoint";
import { SearchAnswer, SearchQuery } from "./schema";

const discovery = endpointsOf("discovery");

export const search = discovery.get("/api/search", {
  operationId: "search",
  summary: "Find agents, incidents, RFCs, audits, log entries, traces, releases and pages",
  description:
    "Things that `q` names exactly come first. Then, of each kind, come those that contain `q`, if it has three letters or digits in a row, and those that have its words in any form, words with nearly the same letters, or related words, best first; `match` says which. Traces are found only by their whole id. Any `q` is accepted; without a match, the result is empty.",
  query: SearchQuery,
  example: { query: { q: "translator", limit: 2 } },
  responses: { 200: SearchAnswer },
});
