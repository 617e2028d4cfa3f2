import { z } from "zod";
import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { CardPull, PullCard } from "./card-schema";
import { AgentParams, UpdateHeaders } from "./schema";

const agents = endpointsOf("agents");

export const getAgentCard = agents.get("/api/agents/{did}/card", {
  operationId: "getAgentCard",
  summary: "An agent's A2A agent card",
  description:
    "The very bytes of the card where it was imported or pulled, and the record still has it as its manifest. Else the record's manifest as JSON, if it is an A2A agent card: it has a name, skills and an address. Else 404. Whether its signature verifies says `card_signature` of `GET /api/agents/{did}`.",
  params: AgentParams,
  text: "application/json",
  document: z.record(z.string(), z.unknown()),
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agent_sources", "agents"] },
  responses: { 200: z.string() },
  errors: { notFound: { status: 404, error: "Agent card not found", code: "NOT_FOUND" } },
});

export const pullAgentCard = agents.post("/api/agent/{did}/card/pull", {
  operationId: "pullAgentCard",
  summary: "Read an agent's card from its host, and apply it",
  description:
    "The address follows from the record alone: its first `a2a` endpoint, where that ends in `/agent-card.json` or `/agent.json`, else `/.well-known/agent-card.json` of its host. Without `apply` nothing is stored: the response shows what would change. With it the card becomes the record's manifest, what it says counts, and what it does not speak of stays. A card is refused (409) that names another DID in `did`, or that names neither the DID nor the endpoint; that redirects to another host; that has more bytes than a request may have, or more than 200 skills; or that is signed, but not with the agent's proven key. Keys that a card points to are never read. With `If-Match`, only the record of that `revision` is compared and changed.",
  permission: "agent.update",
  params: AgentParams,
  headers: UpdateHeaders,
  body: PullCard,
  example: { params: { did: "did:fed:s1:atlas" }, body: { apply: false } },
  responses: { 200: CardPull },
  errors: {
    notFound: { status: 404, error: "Agent not found", code: "NOT_FOUND" },
    didMismatch: DEFAULT_ERRORS.didMismatch,
    didTaken: DEFAULT_ERRORS.didTaken,
    preconditionFailed: DEFAULT_ERRORS.preconditionFailed,
    conflict: DEFAULT_ERRORS.conflict,
  },
});
