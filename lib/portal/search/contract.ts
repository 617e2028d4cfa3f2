import { endpointsOf } from "@/lib/http/endpoint";
import { SearchAnswer, SearchQuery } from "./schema";

const discovery = endpointsOf("discovery");

export const search = discovery.get("/api/search", {
  operationId: "search",
  summary: "Find agents, incidents, RFCs, audits, log entries, traces, releases and pages",
  description:
    "Things that `q` names exactly come first. Words are searched for if `q` has three letters or digits in a row: in everything that agents say about themselves, in titles, and in the texts of RFCs. Other English forms of the words are found next, then words with nearly the same letters, then texts that are close in meaning; `match` says which. Traces are found only by their whole id. Any `q` is accepted; without a match, the result is empty.",
  query: SearchQuery,
  example: { query: { q: "translator", limit: 2 } },
  responses: { 200: SearchAnswer },
});
