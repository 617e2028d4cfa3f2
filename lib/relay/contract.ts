import { endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { EventReceipt, Replay, ReplayQuery, SendEvent, TraceParams } from "./schema";

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
  responses: { 200: Replay },
  errors: { notFound: TRACE_NOT_FOUND },
});
