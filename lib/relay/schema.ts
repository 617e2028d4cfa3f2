import { z } from "zod";
import { Did } from "@/lib/did";
import { ErrorBody } from "@/lib/http/errors";
import { VectorStoreHealth } from "@/lib/vectors/schema";

export const MAX_INTENT_CHARACTERS = 512;
export const MAX_EXTENSIONS = 32;
export const MAX_EXTENSION_CHARACTERS = 8_192;
/** The instants that every store and every reader of ISO 8601 agree on. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

const characters = (text: string) => [...text].length;

/** What an agent wants, in its own words. A character is a Unicode code point. */
export const Intent = z
  .string()
  .refine((text) => text.trim() !== "", "must not be empty")
  .refine((text) => characters(text) <= MAX_INTENT_CHARACTERS, `must have at most ${MAX_INTENT_CHARACTERS} characters`)
  .meta({ minLength: 1, maxLength: MAX_INTENT_CHARACTERS, description: "What the agent wants, in its own words." });

/** Names a trace: a W3C trace id, a UUID, or whatever else survives as one segment of a path. */
export const TraceId = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._~:@=+-]{1,128}$/, "must have 1 to 128 of A-Z a-z 0-9 . _ ~ : @ = + -")
  .meta({ description: "1 to 128 characters of `A-Z a-z 0-9 . _ ~ : @ = + -`, such as a W3C trace id." });

const JsonObject = z.record(z.string(), z.unknown());

const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) <= LATEST, "must lie between 1970 and 9999")
  .transform((text) => new Date(text).toISOString());

/** null counts as absent. */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The Minimum Viable Semantic Schema: what a relay event must say, and may. Fields it does not name are extensions. */
const MVSS = z.object({
  src_did: Did,
  intent: Intent,
  trace_id: optional(TraceId).meta({ description: "Absent: that of the `traceparent` header, else a new one." }),
  dst_did: optional(Did).meta({ description: "To whose inbox it goes; it need not be registered yet." }),
  kind: optional(z.string().trim().min(1).max(100)),
  payload: optional(JsonObject).meta({ description: "Any JSON object." }),
  occurred_at: optional(Instant),
  idempotency_key: optional(z.string().min(1).max(200)).meta({
    description: "Sent again with the same content, it is the same event; with another content, a conflict.",
  }),
});

export const SendEvent = MVSS.catchall(z.unknown()).transform((input, context) => {
  const { src_did, intent, trace_id, dst_did, kind, payload, occurred_at, idempotency_key, ...extensions } = input;
  const tooMany = Object.keys(extensions).length > MAX_EXTENSIONS;
  if (tooMany || JSON.stringify(extensions).length > MAX_EXTENSION_CHARACTERS) {
    const message = `must have at most ${MAX_EXTENSIONS} fields beyond MVSS, of ${MAX_EXTENSION_CHARACTERS} characters as JSON`;
    context.addIssue({ code: "custom", message, path: ["extensions"] });
  }
  return { src_did, intent, trace_id, dst_did, kind, payload, occurred_at, idempotency_key, extensions };
});
export type SendEvent = z.infer<typeof SendEvent>;

/** That an event was stored, and where in its trace. */
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

/** Most events a batch has: as many as one transaction stores. The body limit may end it earlier. */
export const MAX_BATCH_EVENTS = 512;

export const SendEvents = z.object({
  events: z
    .array(z.unknown())
    .min(1)
    .max(MAX_BATCH_EVENTS)
    .meta({ description: "Each as `POST /api/relay/send` takes it." }),
});
export type SendEvents = z.infer<typeof SendEvents>;

/** What became of each event, in the order given. */
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

/** An event of a trace, or a routing decision on it, which has `decision`. */
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

/** Any string: one that can name no trace is simply not found. */
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
      description: "Events of a page. Absent or 0: as many as about 1 MB holds.",
    }),
  after: wholeNumber(Number.MAX_SAFE_INTEGER)
    .transform((after) => after ?? 0)
    .meta({ type: "integer", minimum: 0, default: 0, description: "Begin behind this `seq`." }),
});
export type ReplayQuery = z.output<typeof ReplayQuery>;

export const Replay = z
  .object({
    trace_id: z.string(),
    count: z.int().meta({ description: "Events of the whole trace." }),
    events: z.array(RelayEvent),
    next: z.int().nullable().meta({ description: "`after` of the next page; null where nothing follows." }),
  })
  .meta({ id: "Replay" });
export type Replay = z.infer<typeof Replay>;

/** An event as its recipient gets it. */
export const DeliveredEvent = RelayEvent.extend({
  cursor: z.int().meta({ description: "Its gapless number in the inbox, from 1." }),
}).meta({ id: "DeliveredEvent" });
export type DeliveredEvent = z.infer<typeof DeliveredEvent>;

const recipient = z.string().optional().meta({
  description: "Whose inbox: an agent's token has its own; operators and organisations name it.",
});

export const InboxQuery = z.object({
  did: recipient,
  after: wholeNumber(Number.MAX_SAFE_INTEGER).meta({
    type: "integer",
    minimum: 0,
    description: "Begin behind this cursor. Absent: behind what is acknowledged.",
  }),
  limit: wholeNumber(200)
    .transform((limit) => limit || 50)
    .meta({ type: "integer", minimum: 0, maximum: 200, default: 50 }),
});
export type InboxQuery = z.output<typeof InboxQuery>;

/** A `Last-Event-ID` as a cursor; undefined where it is none of ours. */
export const LastEventId = wholeNumber(Number.MAX_SAFE_INTEGER);

export const StreamQuery = InboxQuery.omit({ limit: true });
export type StreamQuery = z.output<typeof StreamQuery>;

const InboxStanding = z.object({
  did: z.string(),
  acknowledged: z.int().meta({ description: "The cursor up to which everything is acknowledged." }),
  pending: z.int().meta({ description: "How many events are not acknowledged." }),
});

export const Inbox = InboxStanding.extend({
  events: z.array(DeliveredEvent),
  cursor: z
    .int()
    .meta({ description: "`after` of the next call: the last of these events, or where this call began." }),
}).meta({ id: "Inbox" });
export type Inbox = z.infer<typeof Inbox>;

export const AcknowledgeEvents = z.object({
  did: optional(Did).meta({ description: "Whose inbox; needed but for an agent's own token." }),
  cursor: z.int().min(0).meta({ description: "Everything up to here was received." }),
});
export type AcknowledgeEvents = z.infer<typeof AcknowledgeEvents>;

export const Acknowledged = InboxStanding.meta({ id: "Acknowledged" });
export type Acknowledged = z.infer<typeof Acknowledged>;

const Counts = z.object({
  events: z.int().meta({ description: "Events sent." }),
  routings: z.int().meta({ description: "Intents routed." }),
  matches: z.object({ semantic: z.int(), syntactic: z.int(), none: z.int() }),
});

/** The relay's status. `last_24h` are the last 24 hours of the clock, the one under way among them. */
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
      samples: z.int().meta({ description: "The last intents of 24 hours that were routed, at most 1,000." }),
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RelayStatus" });
export type RelayStatus = z.infer<typeof RelayStatus>;

const DriftCounts = {
  drift_ratio: z.number().meta({ description: "drifted / samples; 0 where there is no sample." }),
  samples: z.int().meta({ description: "Routed intents that the vector store scored." }),
  drifted: z.int().meta({ description: "Those whose best semantic score was under the threshold." }),
};

export const RelayDrift = z
  .object({
    ...DriftCounts,
    threshold: z.number().nullable().meta({ description: "That of the last routed intent; null before the first." }),
    window: z.object({ hours: z.int(), from: z.iso.datetime(), to: z.iso.datetime() }),
    vector_store: z.discriminatedUnion("status", [
      VectorStoreHealth,
      z.object({ status: z.literal("unavailable"), message: z.string() }),
    ]),
    series: z
      .array(z.object({ hour: z.iso.datetime(), ...DriftCounts }))
      .meta({ description: "By the hour, oldest first." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "RelayDrift" });
export type RelayDrift = z.infer<typeof RelayDrift>;

/** How many UTC days an agent's use is told for, today's so far among them. */
export const USAGE_DAYS = 30;

export const UsageParams = z.object({ did: z.string() });

/** How often the relay used an agent. */
export const AgentUsage = z
  .object({
    did: z.string(),
    days: z.int().meta({ description: "How many UTC days it is counted for, today's so far among them." }),
    routed: z.int().meta({ description: "Intents that the relay routed to it." }),
    received: z.int().meta({ description: "Events that were sent to it." }),
    daily: z.array(z.object({ day: z.iso.date(), routed: z.int(), received: z.int() })).meta({
      description: "The same of each day, oldest first.",
    }),
  })
  .meta({ id: "AgentUsage" });
export type AgentUsage = z.infer<typeof AgentUsage>;
