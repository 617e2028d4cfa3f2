import { z } from "zod";
import { Freeze, Subsystem } from "@/lib/freezes/schema";
import { IncidentEvent, type OpenIncidents, PublicIncident } from "@/lib/incidents/schema";

const PartStatus = z.enum(["ok", "error"]);

export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: PartStatus,
    redis: z.enum(["ok", "error", "memory"]).meta({ description: "The cache; `memory` where none is configured." }),
    version: z.string(),
    build_sha: z.string(),
    release_channel: z.string(),
    env: z.string(),
    region: z.string(),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof Health>;

export const CheckedPart = z.enum(["database", "migrations", "ledger", "evidence", "cache", "vector_store"]);
export type CheckedPart = z.infer<typeof CheckedPart>;
/** In the order in which they are shown. */
export const CHECKED_PARTS = CheckedPart.options;

export const SmokeCheck = z
  .object({
    name: CheckedPart,
    required: z.boolean().meta({ description: "Whether its failure blocks." }),
    ok: z.boolean(),
    duration_ms: z.number(),
    message: z.string().optional(),
  })
  .meta({ id: "SmokeCheck" });
export type SmokeCheck = z.infer<typeof SmokeCheck>;

export const SmokeResult = z
  .object({
    tag: z.enum(["VERIFIED", "BLOCKED"]),
    checks: z.array(SmokeCheck),
    reasons: z.array(z.string()).meta({ description: "Why it is blocked; empty where it is not." }),
    degraded: z.array(z.string()).meta({ description: "Parts that failed and that the service does without." }),
    frozen: z.array(Freeze).meta({ description: "Subsystems that operators have frozen." }),
    single_process: z
      .array(CheckedPart)
      .meta({ description: "Parts that this process keeps to itself: a second instance would not share them." }),
    build_sha: z.string(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SmokeResult" });
export type SmokeResult = z.infer<typeof SmokeResult>;

/** The last check that was stored, and what failed in it. */
const LastCheck = z.object({
  checked_at: z.iso.datetime(),
  failing: z.array(z.object({ component: CheckedPart, message: z.string() })),
});
export type LastCheck = z.infer<typeof LastCheck>;

/** What every page says of the service. */
export interface ServiceStanding {
  freezes: readonly Freeze[];
  /** The newest critical incident that is confirmed and not settled, if any. */
  critical: PublicIncident | null;
  /** All that are confirmed and not settled. */
  open: OpenIncidents;
  /** Null before the first check. */
  check: LastCheck | null;
}

const StatusNotice = z.object({
  kind: z.enum(["operational", "incident", "degraded", "unchecked", "frozen", "critical", "outage"]),
  text: z.string(),
  incident: z.int().optional().meta({ description: "The only open incident that it counts." }),
});
export type StatusNotice = z.infer<typeof StatusNotice>;

const StatusDay = z.object({
  day: z.iso.date(),
  checks: z.int().meta({ description: "Checks that were made and stored, at most one a minute." }),
  failed: z.int(),
});
export type StatusDay = z.infer<typeof StatusDay>;

const StatusComponent = z.object({
  name: CheckedPart,
  title: z.string(),
  required: z.boolean().meta({ description: "Whether the service works only with it." }),
  state: z.enum(["operational", "failing", "no_data"]).meta({ description: "By the last check." }),
  message: z.string().nullable().meta({ description: "Why it fails." }),
  availability: z.number().nullable().meta({
    description: "The share of its checks that passed in the days listed. A minute without a check counts for neither.",
  }),
  days: z.array(StatusDay).meta({ description: "The last 90 UTC days, oldest first. Without checks: no data." }),
});
export type StatusComponent = z.infer<typeof StatusComponent>;

const StatusOutage = z.object({
  id: z.int(),
  component: CheckedPart,
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  failed: z.int().meta({ description: "How many checks failed." }),
  message: z.string().meta({ description: "What the first of them said." }),
});
export type StatusOutage = z.infer<typeof StatusOutage>;

const StatusIncident = PublicIncident.extend({
  description: z.string(),
  unfounded: z.boolean(),
  resolved_at: z.iso.datetime().nullable(),
  timeline: z.array(IncidentEvent),
});
export type StatusIncident = z.infer<typeof StatusIncident>;

const FrozenTime = z.object({
  subsystem: Subsystem,
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable(),
  reason: z.string(),
  seq: z.int().meta({ description: "The place in the council's log of the act that froze it." }),
  ended_seq: z.int().nullable().meta({ description: "The same of the act that ended it." }),
});

export const ServiceStatus = z
  .object({
    notices: z.array(StatusNotice).min(1).meta({
      description: "The headline first: the worst, or that all components work. Open incidents are counted last.",
    }),
    checked_at: z.iso.datetime().nullable().meta({ description: "When the last check was made." }),
    since: z.iso.datetime().nullable().meta({ description: "When the first check was stored." }),
    coverage: z.number().nullable().meta({
      description: "The share of the minutes since then, within the days listed, that have a check.",
    }),
    components: z.array(StatusComponent),
    freezes: z.array(Freeze),
    frozen_times: z.array(FrozenTime).meta({ description: "When the relay and memory were frozen, in the same days." }),
    incidents: z.array(StatusIncident).meta({
      description:
        "Confirmed ones that are open or were opened in these days, the open ones first, and of these the worst; at most 50.",
    }),
    outages: z.array(StatusOutage).meta({ description: "Newest first, at most 50." }),
    generated_at: z.iso.datetime(),
    db_error: z.literal(true).optional().meta({
      description:
        "The database does not answer: the components are as this instance just tried them, without history.",
    }),
  })
  .meta({ id: "ServiceStatus" });
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/** Something that happened to the service, as its feeds tell it. */
export type StatusNews = { /** ISO 8601. */ at: string } & (
  | ({
      about: "incident";
      seq: number;
      kind: IncidentEvent["kind"];
      actor: string;
      note: string;
      description: string;
    } & Pick<PublicIncident, "id" | "title" | "severity">)
  | { about: "freeze"; seq: number; subsystem: Subsystem; frozen: boolean; reason: string }
  | { about: "outage"; ended: boolean; outage: StatusOutage }
);

export const Liveness = z.object({ status: z.literal("alive") });

export const Readiness = z.object({ status: z.literal("ready") });

export const AgentDescriptor = z
  .object({
    name: z.string(),
    source_of_truth: z.url().meta({ description: "The description that lists every path." }),
    confirmation_code: z.string().meta({ description: "Short hash of the commit that this build was made from." }),
    status: z.literal("active"),
    capabilities: z.array(
      z.enum([
        "semantic-routing",
        "did-lite-trust",
        "memory-anchors",
        "human-sovereignty",
        "federated-review",
        "auditability",
      ]),
    ),
  })
  .meta({ id: "AgentDescriptor" });
export type AgentDescriptor = z.infer<typeof AgentDescriptor>;

export const JsonRpcMessage = z
  .looseObject({ jsonrpc: z.literal("2.0"), method: z.string().optional() })
  .meta({ id: "JsonRpcMessage" });

/** JSON-RPC 2.0, 5.1. */
export const JsonRpcError = z
  .object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.looseObject({ code: z.int(), message: z.string() }),
  })
  .meta({ id: "JsonRpcError" });

export const OpenApiDocument = z.looseObject({ openapi: z.literal("3.1.0") });
