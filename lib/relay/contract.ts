import { endpoint, markdownTwin } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import {
  Acknowledged,
  AcknowledgeEvents,
  DeliveredEvent,
  EventReceipt,
  Inbox,
  InboxQuery,
  PreviewQuery,
  RelayDrift,
  RelayStatus,
  Replay,
  ReplayQuery,
  RouteDecision,
  RouteIntent,
  RoutePreview,
  SendEvent,
  SendEvents,
  SentEvents,
  StreamQuery,
  TraceParams,
} from "./schema";

const FROZEN = { status: 503, error: "Relay frozen", code: "RELAY_FROZEN" };
const TRACE_NOT_FOUND = { status: 404, error: "Trace not found", code: "NOT_FOUND" };

export const sendEvent = endpoint({
  operationId: "sendEvent",
  method: "POST",
  path: "/api/relay/send",
  summary: "Send an event",
  description:
    "Validated against MVSS (Minimum Viable Semantic Schema) and stored on its trace, durably, before the answer. Further fields are kept as extensions. With `dst_did` it lies in that agent's inbox, registered or not.",
  tag: "relay",
  permission: "relay.send",
  body: SendEvent,
  example: {
    body: {
      src_did: "did:fed:s1:atlas",
      dst_did: "did:fed:s1:scribe",
      intent: "summarise a contract",
      payload: { pages: 12 },
    },
  },
  responses: { 201: EventReceipt },
  meanings: { 201: "Received." },
  errors: {
    invalid: { status: 400, error: "MVSS invalid", code: "MVSS_INVALID" },
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    conflict: DEFAULT_ERRORS.conflict,
    frozen: FROZEN,
  },
});

export const sendEvents = endpoint({
  operationId: "sendEvents",
  method: "POST",
  path: "/api/relay/events",
  summary: "Send several events",
  description:
    "Up to 100 events, each as `POST /api/relay/send` takes it, each received or refused by itself with what it would be answered there; those on one trace are numbered in the order given.",
  tag: "relay",
  permission: "relay.send",
  body: SendEvents,
  example: {
    body: { events: [{ src_did: "did:fed:s1:atlas", dst_did: "did:fed:s1:scribe", intent: "summarise a contract" }] },
  },
  responses: { 200: SentEvents },
  meanings: { 200: "What became of each." },
  errors: { tierTooLow: DEFAULT_ERRORS.tierTooLow },
});

export const replayTrace = endpoint({
  operationId: "replayTrace",
  method: "GET",
  path: "/api/relay/replay/{trace_id}",
  summary: "Replay a trace",
  description:
    "A trace's events in their gapless order, routing decisions among them: all, or a page where `limit` is given.",
  tag: "relay",
  params: TraceParams,
  query: ReplayQuery,
  example: { params: { trace_id: "demo-lease" } },
  responses: { 200: Replay },
  errors: { notFound: TRACE_NOT_FOUND },
});

const INBOX_ERRORS = { invalid: DEFAULT_ERRORS.invalid, didMismatch: DEFAULT_ERRORS.didMismatch };

export const getRelayStatus = endpoint({
  operationId: "getRelayStatus",
  method: "GET",
  path: "/api/relay/status",
  summary: "How the relay stands",
  description:
    "Whether it is frozen, what went through it in all and in the last 24 hours, and how fast intents are routed.",
  tag: "relay",
  responses: { 200: RelayStatus },
});

export const getRelayDrift = endpoint({
  operationId: "getRelayDrift",
  method: "GET",
  path: "/api/relay/drift",
  summary: "Semantic drift",
  description:
    "The share of the last 24 hours' routed intents whose best semantic score was under the threshold: what is asked for moves away from what is offered. With the vector store's health.",
  tag: "relay",
  responses: { 200: RelayDrift },
});

export const readInbox = endpoint({
  operationId: "readInbox",
  method: "GET",
  path: "/api/relay/inbox",
  summary: "Read an inbox",
  description:
    "What was addressed to the caller, in the gapless order of its inbox, from behind `after` or behind what is acknowledged. Reading changes nothing.",
  tag: "relay",
  permission: "relay.receive",
  query: InboxQuery,
  responses: { 200: Inbox },
  errors: INBOX_ERRORS,
});

export const acknowledgeEvents = endpoint({
  operationId: "acknowledgeEvents",
  method: "POST",
  path: "/api/relay/inbox/ack",
  summary: "Acknowledge events",
  description:
    "Everything up to `cursor` was received. What is acknowledged never moves back, nor beyond what the inbox holds.",
  tag: "relay",
  permission: "relay.receive",
  body: AcknowledgeEvents,
  example: { body: { cursor: 12 } },
  responses: { 200: Acknowledged },
  errors: INBOX_ERRORS,
});

export const streamInbox = endpoint({
  operationId: "streamInbox",
  method: "GET",
  path: "/api/relay/stream",
  summary: "Follow an inbox",
  description:
    "Server-Sent Events: `id` is the event's cursor, `data` the event. It begins behind `Last-Event-ID`, else `after`, else what is acknowledged, and nothing is lost between two connections. A comment is sent in silence.",
  tag: "relay",
  permission: "relay.receive",
  query: StreamQuery,
  kind: "stream",
  responses: { 200: DeliveredEvent },
  meanings: { 200: "Events, without end." },
  errors: { ...INBOX_ERRORS, unavailable: { status: 503, error: "Too many streams", code: "TOO_MANY_STREAMS" } },
});

const MISSING = "Missing src_did/intent";

export const routeIntent = endpoint({
  operationId: "routeIntent",
  method: "POST",
  path: "/api/relay/route",
  summary: "Find the agent for an intent",
  description:
    "Semantic and syntactic matches together, judged by all that the agents say of themselves; trust decides between equals. Candidates are active agents of T1 and above other than `src_did`. Under the threshold the answer is `match: none` without a target. The decision is recorded on the trace.",
  tag: "relay",
  permission: "relay.route",
  body: RouteIntent,
  example: { body: { src_did: "did:fed:s1:atlas", intent: "summarise a contract" } },
  responses: { 200: RouteDecision },
  meanings: { 200: "Route resolved." },
  errors: {
    missing: { status: 400, error: MISSING, code: "MISSING_SRC_DID_INTENT", fields: ["src_did", "intent"] },
    invalid: { status: 400, error: MISSING, code: "VALIDATION_ERROR" },
    didMismatch: DEFAULT_ERRORS.didMismatch,
    tierTooLow: DEFAULT_ERRORS.tierTooLow,
    frozen: FROZEN,
  },
});

export const previewRoute = endpoint({
  operationId: "previewRoute",
  method: "GET",
  path: "/api/relay/preview",
  summary: "Try a route",
  description: "What routing an intent would answer, without a source, a token or a record.",
  tag: "relay",
  query: PreviewQuery,
  example: { query: { intent: "summarise a contract" } },
  responses: { 200: RoutePreview },
  errors: {
    missing: { status: 400, error: "Missing intent", code: "MISSING_INTENT" },
    invalid: DEFAULT_ERRORS.invalid,
  },
});

export const getRelayText = markdownTwin({
  operationId: "getRelayText",
  path: "/relay.md",
  summary: "How the relay stands as markdown",
  tag: "relay",
});

export const getTraceText = markdownTwin({
  operationId: "getTraceText",
  path: "/traces/{trace_id}.md",
  summary: "A trace as markdown",
  tag: "relay",
  params: TraceParams,
  example: { params: { trace_id: "demo-lease" } },
});
