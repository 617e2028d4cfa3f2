import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import { CardPull, PullCard } from "./card-schema";
import { AgentParams, UpdateHeaders } from "./schema";

const agents = endpointsOf("agents");
const { conflict, didMismatch, didTaken, preconditionFailed } = DEFAULT_ERRORS;

export const getAgentCard = agents.get("/api/agents/{did}/card", {
  operationId: "getAgentCard",
  summary: "An agent's A2A agent card",
  description:
    "Returns the original bytes if the card was imported or pulled and the record still has it as its manifest. Otherwise returns the record's manifest as JSON if it is an A2A agent card (it has a name, skills and an address), else 404. `card_signature` of `GET /api/agents/{did}` says whether its signature is valid.",
  params: AgentParams,
  mediaType: "application/json",
  textSchema: z.record(z.string(), z.unknown()),
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agent_sources", "agents"] },
  responses: { 200: z.string() },
  errors: { notFound: noSuch("Agent card") },
});

export const pullAgentCard = agents.post("/api/agent/{did}/card/pull", {
  operationId: "pullAgentCard",
  summary: "Read an agent's card from its host and apply it",
  description:
    "The card's address comes only from the record: its first `a2a` endpoint if that ends in `/agent-card.json` or `/agent.json`, else `/.well-known/agent-card.json` on the host of that endpoint. Without `apply`, nothing is stored and the response shows what would change. With `apply`, the card becomes the record's manifest and its values replace the record's values; fields that the card does not contain stay. A card is rejected (409) if it names another DID in `did`; if it names neither the DID nor the endpoint; if it redirects to another host; if it is larger than a request may be, or has more than 200 skills; or if it is signed, but not with the agent's proven key. Keys that a card points to are never read. With `If-Match`, the record is compared and changed only if it has that `revision`.",
  permission: "agent.update",
  params: AgentParams,
  headers: UpdateHeaders,
  body: PullCard,
  example: { params: { did: "did:fed:s1:atlas" }, body: { apply: false } },
  responses: { 200: CardPull },
  errors: { notFound: noSuch("Agent"), didMismatch, didTaken, preconditionFailed, conflict },
});
