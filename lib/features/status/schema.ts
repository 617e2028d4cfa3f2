import { z } from "zod";
import { LogList } from "@/lib/features/anchors/schema";
import { Freeze, Subsystem } from "@/lib/features/council/freezes/schema";
import { DisputeState } from "@/lib/features/disputes/schema";
import { IncidentEvent, type OpenIncidents, PublicIncident } from "@/lib/features/incidents/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { Component } from "./component";
import { Maintenance } from "./maintenance/schema";

const PartStatus = z.enum(["ok", "error"]);

export const Health = z
  .object({
    status: z.enum(["ok", "degraded"]),
    database: PartStatus,
    redis: z.enum(["ok", "error", "memory"]).meta({ description: "The cache; `memory` if none is configured." }),
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
export const SmokeCheck = z
  .object({
    name: CheckedPart,
    required: z.boolean().meta({ description: "Whether a failure of this part blocks the service." }),
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
    reasons: z.array(z.string()).meta({ description: "Why it is blocked; empty if it is not." }),
    degraded: z.array(z.string()).meta({ description: "Failed parts without which the service still works." }),
    frozen: z.array(Freeze).meta({ description: "The subsystems that operators have frozen." }),
    single_process: z
      .array(CheckedPart)
      .meta({ description: "Parts whose state is only in this process, so a second instance would not share it." }),
    build_sha: z.string(),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SmokeResult" });
export type SmokeResult = z.infer<typeof SmokeResult>;

const LastCheck = z.object({
  checked_at: z.iso.datetime(),
  failing: z.array(z.object({ component: Component, message: z.string() })),
});
export type LastCheck = z.infer<typeof LastCheck>;

export interface ServiceSummary {
  freezes: readonly Freeze[];
  /** The newest critical incident that is confirmed and open, if any. */
  critical: PublicIncident | null;
  /** All that are confirmed and open. */
  open: OpenIncidents;
  /** null before the first check. */
  check: LastCheck | null;
  /** Those that are under way or ahead. */
  maintenances: readonly Maintenance[];
}

const StatusNotice = z.object({
  kind: z.enum([
    "operational",
    "incident",
    "degraded",
    "unchecked",
    "frozen",
    "critical",
    "outage",
    "maintenance",
    "planned",
  ]),
  text: z.string(),
  incident: z.int().optional().meta({ description: "The incident, if it counts only one." }),
});
export type StatusNotice = z.infer<typeof StatusNotice>;

const StatusDay = z.object({
  day: z.iso.date(),
  checks: z.int().meta({ description: "How many checks were made and stored, at most one a minute." }),
  failed: z.int().meta({ description: "Without those during planned maintenance." }),
  planned: z.int().meta({ description: "How many checks failed during planned maintenance. They are no outage." }),
});
export type StatusDay = z.infer<typeof StatusDay>;

const Latency = z.object({
  requests: z.int().meta({ description: "How many were measured in the listed days, by all instances." }),
  p50_ms: z.number().nullable().meta({
    description: "Half of the requests took at most this time. A bound of the histogram; null if it is over 10 s.",
  }),
  p95_ms: z.number().nullable().meta({ description: "95 % of the requests took at most this time." }),
});
export type Latency = z.infer<typeof Latency>;

const StatusComponent = z.object({
  name: Component,
  title: z.string(),
  required: z.boolean().meta({ description: "Whether the service needs this component to work." }),
  state: z.enum(["operational", "failing", "maintenance", "no_data", "not_set_up"]).meta({
    description:
      "By the last check. `maintenance`: it fails during planned maintenance. `not_set_up`: the operator does not use it, so it is not measured.",
  }),
  measures: z.string().meta({ description: "What its check does, once a minute." }),
  message: z.string().nullable().meta({ description: "The cause of its failure." }),
  availability: z.number().nullable().meta({
    description:
      "The share of its checks in the listed days that passed. A minute without a check, or of planned maintenance in which it failed, is not counted.",
  }),
  latency: Latency.nullable().meta({
    description:
      "How long its requests took. `api`: all requests of the API except A2A and MCP. Null if none was measured, and for a component without requests.",
  }),
  days: z.array(StatusDay).meta({ description: "The last 90 UTC days, oldest first. Without checks: no data." }),
});
export type StatusComponent = z.infer<typeof StatusComponent>;

const StatusOutage = z.object({
  id: z.int(),
  component: Component,
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  failed: z.int().meta({ description: "How many checks failed." }),
  message: z.string().meta({ description: "The message of the first failed check." }),
});
export type StatusOutage = z.infer<typeof StatusOutage>;

const StatusIncident = PublicIncident.extend({
  description: z.string(),
  unfounded: z.boolean(),
  dispute: DisputeState,
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
  ended_seq: z.int().nullable().meta({ description: "The place of the act that ended it." }),
});

export const ServiceStatus = z
  .object({
    notices: z.array(StatusNotice).min(1).meta({
      description:
        "The headline first: the worst problem, or that all components work. The number of open, confirmed incidents comes last.",
    }),
    checked_at: z.iso.datetime().nullable().meta({ description: "When the last check was made." }),
    since: z.iso.datetime().nullable().meta({ description: "When the first check was stored." }),
    coverage: z.number().nullable().meta({
      description: "The share of the minutes since then, within the listed days, that have a check.",
    }),
    components: z.array(StatusComponent),
    maintenance: z.array(Maintenance).meta({
      description: "Planned maintenance: ahead, under way, and in the listed days. The latest start first, at most 50.",
    }),
    freezes: z.array(Freeze),
    frozen_times: z.array(FrozenTime).meta({ description: "The freezes of the relay and memory in the same days." }),
    incidents: z.array(StatusIncident).meta({
      description:
        "Confirmed incidents that are open or were opened in these days. Open ones first, the most severe of them first; at most 50.",
    }),
    outages: z.array(StatusOutage).meta({ description: "Newest first, at most 50." }),
    generated_at: z.iso.datetime(),
    db_error: z.literal(true).optional().meta({
      description:
        "Present if the database does not respond. The components are then as this instance has just checked them, without history.",
    }),
  })
  .meta({ id: "ServiceStatus" });
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/** An event of the service's status, for its feeds. */
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
  | { about: "maintenance"; maintenance: Maintenance }
);

export const Liveness = z.object({ status: z.literal("alive") });

export const Readiness = z.object({ status: z.literal("ready") });

export const AgentDescriptor = z
  .object({
    name: z.string(),
    source_of_truth: z.url().meta({ description: "The description that lists every path." }),
    confirmation_code: z.string().meta({ description: "Short hash of the commit of this build." }),
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
    logs: z
      .array(LogList.shape.logs.element.pick({ log: true, origin: true, url: true, verifier_keys: true }))
      .optional()
      .meta({
        description:
          "Both logs, with the keys of their checkpoints. Absent if the database fails. Added by this service.",
      }),
    witness: LogList.shape.witness.optional(),
  })
  .meta({ id: "AgentDescriptor" });
export type AgentDescriptor = z.infer<typeof AgentDescriptor>;

export const JsonRpcMessage = z
  .looseObject({ jsonrpc: z.literal("2.0"), method: z.string().max(BOUNDS.name).optional() })
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
