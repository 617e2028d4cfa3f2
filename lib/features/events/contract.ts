import { endpointsOf } from "@/lib/http/endpoint";
import * as schema from "./schema";

const events = endpointsOf("events");

const errors = { gone: { status: 410, error: "Cursor expired", code: "CURSOR_EXPIRED" } } as const;

export const listChanges = events.get("/api/events", {
  operationId: "listChanges",
  summary: "Read the change feed",
  description:
    "The changes in the federation, oldest first. They are numbered without gaps and kept for 90 days. Call again with `after` set to the `cursor` of the response. An expired cursor gets 410 with `oldest`, the cursor to continue from.",
  query: schema.ChangesQuery,
  example: { query: { limit: 10 } },
  responses: { 200: schema.ChangeList },
  descriptions: { 200: "A page of changes." },
  errors,
});

export const streamChanges = events.get("/api/events/stream", {
  operationId: "streamChanges",
  summary: "Follow the change feed",
  description:
    "Server-Sent Events: `id` is the change's cursor, `data` the change. To miss nothing after a reconnect, send the last `id` as `Last-Event-ID` or `after`. A change may arrive twice. Without a token, an address can have four streams at once.",
  kind: "stream",
  optionalToken: "Everyone. A token is optional.",
  query: schema.ChangeStreamQuery,
  headers: schema.LastEventId,
  responses: { 200: schema.Change },
  descriptions: { 200: "A stream of changes." },
  errors: { ...errors, unavailable: { status: 503, error: "Too many streams", code: "TOO_MANY_STREAMS" } },
});
