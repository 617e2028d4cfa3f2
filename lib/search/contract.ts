import { endpointsOf } from "@/lib/http/endpoint";
import { SearchAnswer, SearchQuery } from "./schema";

const discovery = endpointsOf("discovery");

export const search = discovery.get("/api/search", {
  operationId: "search",
  summary: "Find agents, incidents, RFCs, audits, log entries, traces, releases and pages",
  description:
    "What `q` names exactly comes first. Words are looked for where three letters or digits stand in a row: in all that agents say of themselves, in titles, and in the texts of RFCs. Other English forms of the words are found too, then words of nearly the same letters, then what is close in meaning; `match` says so. Traces are found by their whole id only. Nothing is refused: what cannot be found is not.",
  query: SearchQuery,
  example: { query: { q: "translator", limit: 2 } },
  responses: { 200: SearchAnswer },
});
