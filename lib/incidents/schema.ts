import { z } from "zod";
import { Did } from "@/lib/did";
import type { Subsystem } from "@/lib/freezes/schema";
import { Cursor, oneOf } from "@/lib/http/filter";
import { pageQuery, wholeNumberWhereGiven } from "@/lib/http/page";
import { TraceId } from "@/lib/relay/schema";
import { plainLine, plainText } from "@/lib/text/plain-text";

/** Most agents that one incident may name. */
export const MAX_AFFECTED = 20;
/** Most incidents of one agent that may await an operator. */
export const MAX_UNSETTLED = 5;
/** Most incidents that the list has (contract). */
export const MAX_LISTED = 1_000;
/** Most updates of one incident that one agent may post. */
export const MAX_UPDATES = 20;
/** Most characters of a postmortem. */
export const MAX_POSTMORTEM = 16_000;

export const Severity = z.enum(["LOW", "MAJOR", "CRITICAL"]).meta({ id: "Severity" });
export type Severity = z.infer<typeof Severity>;

export const IncidentStatus = z.enum(["OPEN", "FROZEN", "RESOLVED", "EXPORTED"]).meta({ id: "IncidentStatus" });
export type IncidentStatus = z.infer<typeof IncidentStatus>;

/** One of an enumeration's words, in any case. */
const anyCase = <W extends Record<string, string>>(words: z.ZodEnum<W>) =>
  z
    .string()
    .transform((given) => given.trim().toUpperCase())
    .pipe(words)
    .meta({ enum: words.options, description: "In any case." });

const Note = plainText(2_000, "Say why: it stands in the timeline.").meta({
  description: "Why. It stands in the timeline, for everyone.",
});

/** An incident to open. */
export const OpenIncident = z.object({
  title: plainLine(200, "Say in a line what went wrong."),
  severity: anyCase(Severity),
  incident_type: plainLine(60)
    .nullish()
    .transform((type) => type || "general")
    .meta({ description: "What kind it is, in a word: integrity, routing, conduct, access…" }),
  description: plainText(8_000)
    .nullish()
    .transform((description) => description ?? ""),
  affected: z
    .array(Did)
    .max(MAX_AFFECTED)
    .nullish()
    .transform((dids) => [...new Set(dids)].sort())
    .meta({
      description:
        "The agents it names. It weighs on their scores and tiers once it is confirmed, which an operator's own is at once.",
    }),
  trace_id: TraceId.nullish()
    .transform((traceId) => traceId ?? null)
    .meta({ description: "The trace in which it showed." }),
  reporter: Did.optional().meta({
    description:
      "Who reports. Optional: the caller reports for itself, an organisation with the highest tier of its active agents.",
  }),
  idempotency_key: z.string().min(1).max(200).optional().meta({
    description: "The same reporter's same key opens one incident, however often it is sent.",
  }),
});
export type OpenIncident = z.infer<typeof OpenIncident>;

export const IncidentParams = z.object({ id: z.string().meta({ type: "integer", minimum: 1 }) });
export type IncidentParams = z.infer<typeof IncidentParams>;

export const TransitionIncident = z.object({
  status: anyCase(IncidentStatus),
  note: Note,
  unfounded: z
    .boolean()
    .nullish()
    .transform((unfounded) => unfounded ?? false)
    .meta({ description: "With RESOLVED only: nothing was behind the report, so it weighs on nobody any more." }),
});
export type TransitionIncident = z.infer<typeof TransitionIncident>;

export const ConfirmIncident = z.object({
  note: Note,
  confirmer: Did.optional().meta({
    description: "Who confirms. An agent's token confirms as itself; an organisation's key names one of its agents.",
  }),
});
export type ConfirmIncident = z.infer<typeof ConfirmIncident>;

export const UpdateIncident = z.object({
  note: plainText(2_000, "Say what is new.").meta({
    description: "What is new. It stands in the timeline, for everyone.",
  }),
  author: Did.optional().meta({
    description: "Who says so. Optional: the caller speaks for itself. An operator names no agent.",
  }),
});
export type UpdateIncident = z.infer<typeof UpdateIncident>;

export const WritePostmortem = z.object({
  text: plainText(MAX_POSTMORTEM, "Say what happened, why, and what was done about it.").meta({
    description: "Markdown: what happened, why, and what was done about it.",
  }),
});
export type WritePostmortem = z.infer<typeof WritePostmortem>;

export const StrikeAgent = z.object({ did: Did, note: Note });
export type StrikeAgent = z.infer<typeof StrikeAgent>;

/** The public view of an incident in the list: these six fields and no others (contract). */
export const PublicIncident = z
  .object({
    id: z.int(),
    title: z.string(),
    severity: Severity,
    status: IncidentStatus,
    incident_type: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PublicIncident" });
export type PublicIncident = z.infer<typeof PublicIncident>;

/** How many incidents are confirmed and not settled. */
export interface OpenIncidents {
  count: number;
  /** The newest one's id; null where there is none. */
  newest: number | null;
}

export const AffectedAgent = z.object({
  did: z.string(),
  struck: z
    .object({ at: z.iso.datetime(), by: z.string(), note: z.string() })
    .nullable()
    .meta({ description: "Null, or that an operator struck it, so that the incident does not weigh on it." }),
});
export type AffectedAgent = z.infer<typeof AffectedAgent>;

export const IncidentEvent = z.object({
  seq: z.int().meta({ description: "The place of the act in the council's log." }),
  kind: z.enum([
    "opened",
    "confirmed",
    "updated",
    "frozen",
    "reopened",
    "resolved",
    "agent_struck",
    "postmortem",
    "exported",
  ]),
  actor: z.string().meta({ description: "A DID, or `operator:` and a credential's id." }),
  note: z.string().meta({ description: "Of a `postmortem` its whole text, in markdown." }),
  did: z.string().nullable().meta({ description: "Whom an `agent_struck` is about." }),
  at: z.iso.datetime(),
});
export type IncidentEvent = z.infer<typeof IncidentEvent>;

/** Everything on record of an incident but its seal. */
const IncidentRecord = PublicIncident.extend({
  description: z.string(),
  reporter: z.string().meta({ description: "A DID, or `operator:` and a credential's id." }),
  trace_id: z.string().nullable(),
  affected: z.array(AffectedAgent),
  confirmed: z.boolean().meta({
    description: "Whether it weighs on the agents it names: an operator opened it, or it was confirmed since.",
  }),
  confirmed_at: z.iso.datetime().nullable().meta({ description: "From when it weighs, if not found unfounded." }),
  confirmed_by: z.string().nullable().meta({ description: "A DID, or `operator:` and a credential's id." }),
  unfounded: z.boolean().meta({ description: "Resolved as a report that nothing was behind." }),
  updated_at: z.iso.datetime().meta({ description: "Of its last step." }),
  resolved_at: z.iso.datetime().nullable(),
  timeline: z.array(IncidentEvent),
});

/** How anyone checks a sealed record: its hash, and the anchor that commits to the hash. */
export const IncidentSeal = z
  .object({
    sha256: z.string().meta({ description: "Of the bytes at `record`, lower-case hex." }),
    record: z.string().meta({ description: "Where the sealed record is: a path." }),
    anchor_id: z.uuid(),
    anchor_seq: z.int(),
    anchored: z
      .object({ did: z.string(), kind: z.string(), payload: z.record(z.string(), z.unknown()) })
      .meta({ description: "What the anchor commits to." }),
    salt: z.string().meta({ description: "Of that commitment: 32 bytes, hex." }),
  })
  .meta({ id: "IncidentSeal" });
export type IncidentSeal = z.infer<typeof IncidentSeal>;

export const Postmortem = z
  .object({
    seq: z.int().meta({ description: "The place of this version in the council's log." }),
    text: z.string().meta({ description: "Markdown." }),
    version: z.int().meta({ description: "From 1. The timeline has the versions before." }),
    at: z.iso.datetime(),
  })
  .meta({ id: "Postmortem" });
export type Postmortem = z.infer<typeof Postmortem>;

export const Incident = IncidentRecord.extend({
  postmortem: Postmortem.nullable().meta({ description: "The newest version; null while there is none." }),
  freeze_proposed: z.boolean().meta({
    description: "Critical, confirmed, open and never frozen: it proposes a freeze, on which a person decides.",
  }),
  transitions: z.array(IncidentStatus).meta({ description: "What it may become next." }),
  seal: IncidentSeal.nullable().meta({ description: "Null until it is exported." }),
}).meta({ id: "Incident" });
export type Incident = z.infer<typeof Incident>;

/** What is hashed and anchored when an incident is exported; its bytes are this in canonical JSON (RFC 8785). */
export const SealedIncident = IncidentRecord.extend({
  type: z.literal("fgs.incident.v1"),
  status: z.literal("EXPORTED"),
  exported: z.object({ at: z.iso.datetime(), by: z.string(), note: z.string() }),
}).meta({ id: "SealedIncident" });
export type SealedIncident = z.infer<typeof SealedIncident>;

export const IncidentList = z
  .object({
    incidents: z.array(PublicIncident).meta({ description: `Newest first, at most ${MAX_LISTED}.` }),
    by_severity: z.object({ LOW: z.int(), MAJOR: z.int(), CRITICAL: z.int() }),
    by_status: z.object({ OPEN: z.int(), FROZEN: z.int(), RESOLVED: z.int(), EXPORTED: z.int() }),
    total: z.int(),
    matching: z.int().optional().meta({
      description: "How many meet the filters; only where a parameter is given. The other counts are always of all.",
    }),
    next_cursor: z.string().optional().meta({
      description: "`cursor` of the next page; only where a parameter is given, and absent at the end.",
    }),
    db_error: z.literal(true).optional().meta({ description: "Where the database failed: nothing here is known." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "IncidentList" });
export type IncidentList = z.infer<typeof IncidentList>;

/** An incident as feeds and lists of people show it. */
export interface RecentIncident extends ListedIncident {
  description: string;
  updated_at: string;
  affected: string[];
  /** What was said at its last step; "" where nothing was. */
  last_note: string;
  /** The newest version of its postmortem; "" where there is none. */
  postmortem: string;
}

/** What the register may be narrowed to. */
export const IncidentFilters = z.object({
  q: z.string().trim().optional().meta({ description: "Part of the title, in any case." }),
  severity: oneOf(Severity),
  status: oneOf(IncidentStatus),
});
export type IncidentFilters = z.infer<typeof IncidentFilters>;

/** A list beyond the contract's: filtered, or page by page. Without any of these the response is the contract's. */
export const IncidentListQuery = IncidentFilters.extend({
  limit: wholeNumberWhereGiven(1, MAX_LISTED, MAX_LISTED),
  cursor: Cursor,
});
export type IncidentListQuery = z.infer<typeof IncidentListQuery>;

export const IncidentQuery = IncidentFilters.extend(pageQuery({ defaultLimit: 25, maximumLimit: 100 }));
export type IncidentQuery = z.infer<typeof IncidentQuery>;

/** An incident as the register's page lists it. */
export interface ListedIncident extends PublicIncident {
  resolved_at: string | null;
  confirmed: boolean;
  unfounded: boolean;
}

/** An incident that names an agent. */
export interface NamingIncident extends ListedIncident {
  /** Whether the agent was struck from it. */
  struck: boolean;
}

/** One UTC day of the calendar, and how many incidents of each severity were opened on it. */
export interface CalendarDay extends Record<Severity, number> {
  /** YYYY-MM-DD. */
  day: string;
}

/** A time for which a subsystem was frozen; `to` and `ended_seq` are null while it is. */
export interface FrozenSpan {
  subsystem: Subsystem;
  from: string;
  to: string | null;
  reason: string;
  /** The places of both acts in the council's log. */
  seq: number;
  ended_seq: number | null;
}
