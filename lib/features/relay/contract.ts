import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, noSuch } from "@/lib/http/errors";
import * as routing from "./route-schema";
import * as schema from "./schema";

const relay = endpointsOf("relay");
const { conflict, didMismatch, tierTooLow } = DEFAULT_ERRORS;
const PRIVATE_TRACE = { status: 403, error: "Forbidden", code: "PRIVATE_TRACE" };
const FROZEN = { status: 503, error: "Relay frozen", code: "RELAY_FROZEN" };

export const sendEvent = relay.post("/api/relay/send", {
  operationId: "sendEvent",
  summary: "Send an event",
  description:
    "The event is validated against MVSS (Minimum Viable Semantic Schema) and stored durably on its trace before the response. Further fields are kept as extensions. With `dst_did`, the event also goes to that agent's inbox, even if the agent is not registered.",
  permission: "relay.send",
  body: schema.SendEvent,
  example: {
    body: {
      src_did: "did:fed:s1:atlas",
      dst_did: "did:fed:s1:scribe",
      intent: "summarise a contract",
      payload: { pages: 12 },
    },
  },
  responses: { 201: schema.EventReceipt },
  descriptions: { 201: "Received." },
  errors: {
    invalid: { status: 400, error: "MVSS invalid", code: "MVSS_INVALID" },
    didMismatch,
    forbidden: PRIVATE_TRACE,
    tierTooLow,
    conflict,
    frozen: FROZEN,
  },
});

export const sendEvents = relay.post("/api/relay/events", {
  operationId: "sendEvents",
  summary: "Send several events",
  description: `Sends up to ${schema.MAX_BATCH_EVENTS} events in the form of \`POST /api/relay/send\`. Each is received or refused on its own, with the result that it would have there. Events on one trace are numbered in the given order.`,
  permission: "relay.send",
  body: schema.SendEvents,
  example: {
    body: { events: [{ src_did: "did:fed:s1:atlas", dst_did: "did:fed:s1:scribe", intent: "summarise a contract" }] },
  },
  responses: { 200: schema.SentEvents },
  descriptions: { 200: "The result of each event." },
  errors: { tierTooLow },
});

export const replayTrace = relay.get("/api/relay/replay/{trace_id}", {
  operationId: "replayTrace",
  turn: "large",
  summary: "Replay a trace",
  description:
    "Returns a trace's events and routing decisions in their gapless order. A page ends at `limit`, or at about 1 MB. `next` is the `after` of the next page.",
  params: schema.TraceParams,
  query: schema.ReplayQuery,
  example: { params: { trace_id: "demo-lease" } },
  cache: { tags: ["relay_events", "relay_traces"] },
  responses: { 200: schema.Replay },
  errors: { notFound: noSuch("Trace") },
});

export const getRelayStatus = relay.get("/api/relay/status", {
  operationId: "getRelayStatus",
  summary: "Relay status",
  description:
    "Returns whether the relay is frozen, its traffic in total and in the last 24 hours, and the latency of routing.",
  cache: { tags: ["freezes", "relay_counts", "relay_events"] },
  responses: { 200: schema.RelayStatus },
});

export const getRelayDrift = relay.get("/api/relay/drift", {
  operationId: "getRelayDrift",
  summary: "Semantic drift",
  description:
    "Returns the share of the last 24 hours' routed intents whose best score was below the threshold. A rising share means that requests and skills no longer match. Also returns the vector store's health.",
  responses: { 200: schema.RelayDrift },
});

export const readInbox = relay.get("/api/relay/inbox", {
  operationId: "readInbox",
  summary: "Read an inbox",
  description:
    "Returns the events addressed to the caller after the cursor `after`, by default after the acknowledged cursor, in the gapless order of the inbox. Reading changes nothing.",
  permission: "relay.receive",
  query: schema.InboxQuery,
  responses: { 200: schema.Inbox },
  errors: { didMismatch },
});

export const acknowledgeEvents = relay.post("/api/relay/inbox/ack", {
  operationId: "acknowledgeEvents",
  summary: "Acknowledge events",
  description:
    "Confirms that all events up to `cursor` were received. The acknowledged cursor never moves back, nor past the last event of the inbox.",
  permission: "relay.receive",
  body: schema.AcknowledgeEvents,
  example: { body: { cursor: 12 } },
  responses: { 200: schema.Acknowledged },
  errors: { didMismatch },
});

export const streamInbox = relay.get("/api/relay/stream", {
  operationId: "streamInbox",
  summary: "Follow an inbox",
  description:
    "Server-Sent Events: `id` is the event's cursor, `data` the event. The stream begins after `Last-Event-ID`, else after `after`, else after the acknowledged cursor. No event is lost between two connections. Comments are sent while there are no events.",
  permission: "relay.receive",
  query: schema.StreamQuery,
  kind: "stream",
  responses: { 200: schema.DeliveredEvent },
  descriptions: { 200: "Events, without end." },
  errors: { didMismatch, unavailable: { status: 503, error: "Too many streams", code: "TOO_MANY_STREAMS" } },
});

export const getAgentUsage = relay.get("/api/agents/{did}/usage", {
  operationId: "getAgentUsage",
  summary: "How often the relay used an agent",
  description: "Returns how many intents were routed and events sent to an agent, in total and per UTC day.",
  params: schema.UsageParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "relay_usage"] },
  responses: { 200: schema.AgentUsage },
  errors: { notFound: noSuch("Agent") },
});

const MISSING = "Missing src_did/intent";

export const routeIntent = relay.post("/api/relay/route", {
  operationId: "routeIntent",
  summary: "Find the agent for an intent",
  description:
    "Finds the agent that fits an intent best, by the words of its record and by the examples of its skills, with the ranking of the search for agents. Members come before listed records of equal fit, and then trust decides. Candidates are listed records, and active agents of T1 and above other than `src_did`. If none fits, the response has `match: none`, no target, and a `reason`. The decision is recorded on the trace.",
  permission: "relay.route",
  body: routing.RouteIntent,
  example: { body: { src_did: "did:fed:s1:atlas", intent: "summarise a contract" } },
  responses: { 200: routing.RouteDecision },
  descriptions: { 200: "Route resolved." },
  errors: {
    missing: { status: 400, error: MISSING, code: "MISSING_SRC_DID_INTENT", fields: ["src_did", "intent"] },
    invalid: { status: 400, error: MISSING, code: "VALIDATION_ERROR" },
    didMismatch,
    forbidden: PRIVATE_TRACE,
    tierTooLow,
    frozen: FROZEN,
  },
});

export const previewRoute = relay.get("/api/relay/preview", {
  operationId: "previewRoute",
  summary: "Try a route",
  description: "Returns how an intent would be routed. Needs no source and no token, and records nothing.",
  query: routing.PreviewQuery,
  example: { query: { intent: "summarise a contract" } },
  responses: { 200: routing.RoutePreview },
  errors: { missing: { status: 400, error: "Missing intent", code: "MISSING_INTENT", fields: ["intent"] } },
});

export const getRelayText = relay.markdown("/relay.md", {
  operationId: "getRelayText",
  summary: "Relay status as markdown",
});

export const getTraceText = relay.markdown("/traces/{trace_id}.md", {
  operationId: "getTraceText",
  summary: "A trace as markdown",
  params: schema.TraceParams,
  example: { params: { trace_id: "demo-lease" } },
});
