import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as routing from "./route-schema";
import * as schema from "./schema";

const relay = endpointsOf("relay");
const FROZEN = { status: 503, error: "Relay frozen", code: "RELAY_FROZEN" };
const TRACE_NOT_FOUND = { status: 404, error: "Trace not found", code: "NOT_FOUND" };

export const sendEvent = relay.post("/api/relay/send", {
  operationId: "sendEvent",
  summary: "Send an event",
  description:
    "Validated against MVSS (Minimum Viable Semantic Schema) and stored on its trace, durably, before the answer. Further fields are kept as extensions. With `dst_did` it lies in that agent's inbox, registered or not.",
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
  meanings: { 201: "Received." },
  errors: {
    invalid: { status: 400, error: "MVSS invalid", code: "MVSS_INVALID" },
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    conflict: DEFAULT_ERRORS.conflict,
    frozen: FROZEN,
  },
});

export const sendEvents = relay.post("/api/relay/events", {
  operationId: "sendEvents",
  summary: "Send several events",
  description: `Up to ${schema.MAX_BATCH_EVENTS} events, each as \`POST /api/relay/send\` takes it, each received or refused by itself with what it would be answered there; those on one trace are numbered in the order given.`,
  permission: "relay.send",
  body: schema.SendEvents,
  example: {
    body: { events: [{ src_did: "did:fed:s1:atlas", dst_did: "did:fed:s1:scribe", intent: "summarise a contract" }] },
  },
  responses: { 200: schema.SentEvents },
  meanings: { 200: "What became of each." },
  errors: { tierTooLow: DEFAULT_ERRORS.tierTooLow },
});

export const replayTrace = relay.get("/api/relay/replay/{trace_id}", {
  operationId: "replayTrace",
  summary: "Replay a trace",
  description:
    "A trace's events in their gapless order, routing decisions among them. A page ends at `limit`, or at about 1 MB; `next` says where the next one begins.",
  params: schema.TraceParams,
  query: schema.ReplayQuery,
  example: { params: { trace_id: "demo-lease" } },
  cache: { tags: ["relay_events", "relay_traces"] },
  responses: { 200: schema.Replay },
  errors: { notFound: TRACE_NOT_FOUND },
});

const INBOX_ERRORS = { didMismatch: DEFAULT_ERRORS.didMismatch };

export const getRelayStatus = relay.get("/api/relay/status", {
  operationId: "getRelayStatus",
  summary: "Relay status",
  description:
    "Whether it is frozen, what went through it in all and in the last 24 hours, and how fast intents are routed.",
  cache: { tags: ["freezes", "relay_counts", "relay_events"] },
  responses: { 200: schema.RelayStatus },
});

export const getRelayDrift = relay.get("/api/relay/drift", {
  operationId: "getRelayDrift",
  summary: "Semantic drift",
  description:
    "The share of the last 24 hours' routed intents whose best semantic score was under the threshold. A rising share means that requests and skills no longer match. Also returns the vector store's health.",
  responses: { 200: schema.RelayDrift },
});

export const readInbox = relay.get("/api/relay/inbox", {
  operationId: "readInbox",
  summary: "Read an inbox",
  description:
    "What was addressed to the caller, in the gapless order of its inbox, from behind `after` or behind what is acknowledged. Reading changes nothing.",
  permission: "relay.receive",
  query: schema.InboxQuery,
  responses: { 200: schema.Inbox },
  errors: INBOX_ERRORS,
});

export const acknowledgeEvents = relay.post("/api/relay/inbox/ack", {
  operationId: "acknowledgeEvents",
  summary: "Acknowledge events",
  description:
    "Everything up to `cursor` was received. What is acknowledged never moves back, nor beyond what the inbox holds.",
  permission: "relay.receive",
  body: schema.AcknowledgeEvents,
  example: { body: { cursor: 12 } },
  responses: { 200: schema.Acknowledged },
  errors: INBOX_ERRORS,
});

export const streamInbox = relay.get("/api/relay/stream", {
  operationId: "streamInbox",
  summary: "Follow an inbox",
  description:
    "Server-Sent Events: `id` is the event's cursor, `data` the event. It begins behind `Last-Event-ID`, else `after`, else what is acknowledged, and nothing is lost between two connections. A comment is sent in silence.",
  permission: "relay.receive",
  query: schema.StreamQuery,
  kind: "stream",
  responses: { 200: schema.DeliveredEvent },
  meanings: { 200: "Events, without end." },
  errors: { ...INBOX_ERRORS, unavailable: { status: 503, error: "Too many streams", code: "TOO_MANY_STREAMS" } },
});

export const getAgentUsage = relay.get("/api/agents/{did}/usage", {
  operationId: "getAgentUsage",
  summary: "How often the relay used an agent",
  description: "How often intents were routed and events sent to an agent, in all and by the UTC day.",
  params: schema.UsageParams,
  example: { params: { did: "did:demo:s2:glossa" } },
  cache: { tags: ["agents", "relay_usage"] },
  responses: { 200: schema.AgentUsage },
  errors: { notFound: { status: 404, error: "Agent not found", code: "NOT_FOUND" } },
});

const MISSING = "Missing src_did/intent";

export const routeIntent = relay.post("/api/relay/route", {
  operationId: "routeIntent",
  summary: "Find the agent for an intent",
  description:
    "Semantic and syntactic matches together, judged by all that the agents say of themselves; trust decides between equals. Candidates are active agents of T1 and above other than `src_did`. Under the threshold the answer is `match: none` without a target. The decision is recorded on the trace.",
  permission: "relay.route",
  body: routing.RouteIntent,
  example: { body: { src_did: "did:fed:s1:atlas", intent: "summarise a contract" } },
  responses: { 200: routing.RouteDecision },
  meanings: { 200: "Route resolved." },
  errors: {
    missing: { status: 400, error: MISSING, code: "MISSING_SRC_DID_INTENT", fields: ["src_did", "intent"] },
    invalid: { status: 400, error: MISSING, code: "VALIDATION_ERROR" },
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    frozen: FROZEN,
  },
});

export const previewRoute = relay.get("/api/relay/preview", {
  operationId: "previewRoute",
  summary: "Try a route",
  description: "What routing an intent would answer, without a source, a token or a record.",
  query: routing.PreviewQuery,
  example: { query: { intent: "summarise a contract" } },
  responses: { 200: routing.RoutePreview },
  errors: {
    missing: { status: 400, error: "Missing intent", code: "MISSING_INTENT", fields: ["intent"] },
  },
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
