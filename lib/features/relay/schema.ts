import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { isBlank, trimmedText } from "@/lib/foundation/text/blank";
import { ErrorBody } from "@/lib/http/errors";
import { Instant } from "@/lib/http/instant";
import { Did } from "@/lib/identity/did";
import { VectorStoreHealth } from "@/lib/search/schema";
import { ANSWER_KINDS, isOfDoor } from "./tasks/rules";

export const MAX_INTENT_CHARACTERS = 512;
export const MAX_EXTENSIONS = 32;
export const MAX_EXTENSION_CHARACTERS = 8_192;

const characters = (text: string) => [...text].length;

/** A text of at most the length of an intent. A character is a Unicode code point. */
export const IntentText = z
  .string()
  .refine((text) => characters(text) <= MAX_INTENT_CHARACTERS, `must have at most ${MAX_INTENT_CHARACTERS} characters`);

/** An agent's request in its own words. */
export const Intent = IntentText.refine((text) => !isBlank(text), "must not be empty").meta({
  minLength: 1,
  maxLength: MAX_INTENT_CHARACTERS,
  description: "The agent's request in its own words.",
});

/** The name of a trace: a W3C trace id, a UUID, or any text that is one segment of a path. */
export const TraceId = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._~:@=+-]{1,128}$/, "must have 1 to 128 characters of A-Z a-z 0-9 . _ ~ : @ = + -")
  .meta({ description: "1 to 128 characters of `A-Z a-z 0-9 . _ ~ : @ = + -`, such as a W3C trace id." });

const JsonObject = z.record(z.string(), z.unknown());

/** Makes a field optional. null is the same as absent. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The Minimum Viable Semantic Schema: the fields of a relay event. All other fields are extensions. */
const MVSS = z.object({
  src_did: Did,
  intent: Intent,
  trace_id: optional(TraceId).meta({ description: "Default: the id in the `traceparent` header, else a new one." }),
  dst_did: optional(Did).meta({ description: "The recipient's DID. It need not be registered yet." }),
  kind: optional(
    trimmedText()
      .min(1)
      .max(100)
      .refine(
        (kind) => !isOfDoor(kind),
        `must not begin with a2a., except for answers to a task: ${ANSWER_KINDS.join(", ")}`,
      ),
  ).meta({
    description:
      "What kind of event it is, in your own words. Of the kinds that begin with `a2a.`, only answers to a task are accepted.",
  }),
  payload: optional(JsonObject).meta({ description: "Any JSON object." }),
  occurred_at: optional(Instant),
  idempotency_key: optional(z.string().min(1).max(BOUNDS.key)).meta({
    description: "A second event with the same key and content is the same event. Other content is a conflict.",
  }),
});

export const SendEvent = MVSS.catchall(z.unknown()).transform((input, context) => {
  const { src_did, intent, trace_id, dst_did, kind, payload, occurred_at, idempotency_key, ...extensions } = input;
  const tooMany = Object.keys(extensions).length > MAX_EXTENSIONS;
  if (tooMany || JSON.stringify(extensions).length > MAX_EXTENSION_CHARACTERS) {
    const message = `must have at most ${MAX_EXTENSIONS} fields and ${MAX_EXTENSION_CHARACTERS} characters as JSON. Extensions are all fields that MVSS does not define`;
    context.addIssue({ code: "custom", message, path: ["extensions"] });
  }
  return { src_did, intent, trace_id, dst_did, kind, payload, occurred_at, idempotency_key, extensions };
});
export type SendEvent = z.infer<typeof SendEvent>;

/** Confirms that an event was stored, with its place in its trace. */
export const EventReceipt = z
  .object({
    id: z.string(),
    trace_id: z.string(),
    seq: z.int(),
    status: z.literal("received"),
    received_at: z.iso.datetime(),
  })
  .meta({ id: "EventReceipt" });
export type EventReceipt = z.infer<typeof EventReceipt>;

/** Upper bound of events in a batch: as many as one transaction stores. The body limit may be reached first. */
export const MAX_BATCH_EVENTS = 512;

export const SendEvents = z.object({
  events: z
    .array(z.unknown())
    .min(1)
    .max(MAX_BATCH_EVENTS)
    .meta({ description: "Events in the form of `POST /api/relay/send`." }),
});
export type SendEvents = z.infer<typeof SendEvents>;

/** The result of each event, in the given order. */
export const SentEvents = z
  .object({
    received: z.int(),
    refused: z.int(),
    results: z.array(
      z.discriminatedUnion("status", [EventReceipt, ErrorBody.extend({ status: z.literal("refused") })]),
    ),
  })
  .meta({ id: "SentEvents" });
export type SentEvents = z.infer<typeof SentEvents>;

export const Match = z.enum(["semantic", "syntactic", "none"]).meta({ id: "Match" });
export type Match = z.infer<typeof Match>;

/** An event of a trace, or a routing decision, which has `decision`. */
export const RelayEvent = z
  .object({
    id: z.string(),
    trace_id: z.string(),
    seq: z.int(),
    record: z.enum(["event", "routing"]),
    src_did: z.string(),
    dst_did: z.string().nullable(),
    kind: z.string(),
    intent: z.string(),
    payload: JsonObject,
    extensions: JsonObject,
    occurred_at: z.iso.datetime().nullable(),
    received_at: z.iso.datetime(),
    decision: JsonObject.nullable(),
  })
  .meta({ id: "RelayEvent" });
export type RelayEvent = z.infer<typeof RelayEvent>;

/** Any string is accepted. A malformed trace id is not found. */
export const TraceParams = z.object({ trace_id: z.string() });

const wholeNumber = (maximum: number) =>
  z
    .string()
    .optional()
    .transform((text) => (/^\d{1,15}$/.test(text ?? "") ? Math.min(Number(text), maximum) : undefined));

export const ReplayQuery = z.object({
  limit: wholeNumber(1_000)
    .transform((limit) => limit || undefined)
    .meta({
      type: "integer",
      minimum: 0,
      maximum: 1_000,
      description: "Events per page. Absent or 0: as many as fit in about 1 MB.",
    }),
  after: wholeNumber(Number.MAX_SAFE_INTEGER)
    .transform((after) => after ?? 0)
    .meta({ type: "integer", minimum: 0, default: 0, description: "Begin after this `seq`." }),
});
export type ReplayQuery = z.output<typeof ReplayQuery>;

export const Replay = z
  .object({
    trace_id: z.string(),
    count: z.int().meta({ description: "Number of events in the whole trace." }),
    events: z.array(RelayEvent),
    next: z.int().nullable().meta({ description: "`after` of the next page; null on the last page." }),
  })
  .meta({ id: "Replay" });
export type Replay = z.infer<typeof Replay>;

/** An event as its recipient gets it. */
export const DeliveredEvent = RelayEvent.extend({
  cursor: z.int().meta({ description: "Its gapless number in the inbox, from 1." }),
}).meta({ id: "DeliveredEvent" });
export type DeliveredEvent = z.infer<typeof DeliveredEvent>;

const recipient = z.string().optional().meta({
  example: "did:demo:s2:glossa",
  description: "The DID of the inbox. Required for operators and organisations. Default: the agent of the token.",
});

export const InboxQuery = z.object({
  did: recipient,
  after: wholeNumber(Number.MAX_SAFE_INTEGER).meta({
    type: "integer",
    minimum: 0,
    description: "Begin after this cursor. Default: the acknowledged cursor.",
  }),
  limit: wholeNumber(200)
    .transform((limit) => limit || 50)
    .meta({ type: "integer", minimum: 0, maximum: 200, default: 50 }),
});
export type InboxQuery = z.output<typeof InboxQuery>;

/** A `Last-Event-ID` as a cursor; undefined if it is not a number. */
export const LastEventId = wholeNumber(Number.MAX_SAFE_INTEGER);

export const StreamQuery = InboxQuery.omit({ limit: true });
export type StreamQuery = z.output<typeof StreamQuery>;

const InboxPosition = z.object({
  did: z.string(),
  acknowledged: z.int().meta({ description: "The cursor up to which all events are acknowledged." }),
  pending: z.int().meta({ description: "How many events are not acknowledged." }),
});

export const Inbox = InboxPosition.extend({
  events: z.array(DeliveredEvent),
  cursor: z.int().meta({
    description: "`after` of the next call: the cursor of the last of these events, or where this call began.",
  }),
}).meta({ id: "Inbox" });
export type Inbox = z.infer<typeof Inbox>;

export const AcknowledgeEvents = z.object({
  did: optional(Did).meta({ description: "The DID of the inbox. Required unless the token is the agent's own." }),
  cursor: z.int().min(0).meta({ description: "All events up to this cursor were received." }),
});
export type AcknowledgeEvents = z.infer<typeof AcknowledgeEvents>;

export const Acknowledged = InboxPosition.meta({ id: "Acknowledged" });
export type Acknowledged = z.infer<typeof Acknowledged>;

const Counts = z.object({
  events: z.int().meta({ description: "Events sent." }),
  routings: z.int().meta({ description: "Intents routed." }),
  matches: z.object({ semantic: z.int(), syntactic: z.int(), none: z.int() }),
});

/** The relay's status. `last_24h` are the last 24 hours of the clock, including the present one. */
export const RelayStatus = z
  .object({
    frozen: z.boolean(),
    reason: z.string().nullable(),
    since: z.iso.datetime().nullable(),
    totals: Counts,
    last_24h: Counts,
    route_latency_ms: z.object({
      p50: z.number().nullable(),
      p99: z.number().nullable(),
      samples: z.int().meta({ description: "The most recently routed intents of the last 24 hours, at most 1,000." }),
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RelayStatus" });
export type RelayStatus = z.infer<typeof RelayStatus>;

const DriftCounts = {
  drift_ratio: z.number().meta({ description: "drifted / samples; 0 without samples." }),
  samples: z.int().meta({ description: "Routed intents." }),
  drifted: z.int().meta({ description: "Samples whose best score was below the threshold." }),
};

export const RelayDrift = z
  .object({
    ...DriftCounts,
    threshold: z
      .number()
      .nullable()
      .meta({ description: "The threshold of the last routed intent; null before the first." }),
    window: z.object({ hours: z.int(), from: z.iso.datetime(), to: z.iso.datetime() }),
    vector_store: z.discriminatedUnion("status", [
      VectorStoreHealth,
      z.object({ status: z.literal("unavailable"), message: z.string() }),
    ]),
    series: z
      .array(z.object({ hour: z.iso.datetime(), ...DriftCounts }))
      .meta({ description: "Per hour, oldest first." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RelayDrift" });
export type RelayDrift = z.infer<typeof RelayDrift>;

/** For how many UTC days an agent's use is returned, today included. */
export const USAGE_DAYS = 30;

export const UsageParams = z.object({ did: z.string() });

/** How often the relay used an agent. */
export const AgentUsage = z
  .object({
    did: z.string(),
    days: z.int().meta({ description: "How many UTC days are counted, today included." }),
    routed: z.int().meta({ description: "Intents that the relay routed to the agent." }),
    received: z.int().meta({ description: "Events that were sent to the agent." }),
    daily: z.array(z.object({ day: z.iso.date(), routed: z.int(), received: z.int() })).meta({
      description: "The counts of each day, oldest first.",
    }),
  })
  .meta({ id: "AgentUsage" });
export type AgentUsage = z.infer<typeof AgentUsage>;
