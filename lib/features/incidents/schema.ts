import { z } from "zod";
import type { Subsystem } from "@/lib/features/council/freezes/schema";
import { Dispute, type DisputeState } from "@/lib/features/disputes/schema";
import { TraceId } from "@/lib/features/relay/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainLine, plainText } from "@/lib/foundation/text/plain-text";
import { Cursor, oneOf } from "@/lib/http/filter";
import { pageQuery, USUAL_ROWS, wholeNumberWhereGiven } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";

/** Maximum agents that one incident may name. */
export const MAX_AFFECTED = 20;
/** Maximum incidents of one agent that may wait for an operator. */
export const MAX_UNSETTLED = 5;
/** Maximum incidents in the list (contract). */
export const MAX_LISTED = 1_000;
/** Maximum updates of one agent on one incident. */
export const MAX_UPDATES = 20;
/** Maximum characters of a postmortem. */
export const MAX_POSTMORTEM = 16_000;

export const Severity = z.enum(["LOW", "MAJOR", "CRITICAL"]).meta({ id: "Severity" });
export type Severity = z.infer<typeof Severity>;

export const IncidentStatus = z.enum(["OPEN", "FROZEN", "RESOLVED", "EXPORTED"]).meta({ id: "IncidentStatus" });
export type IncidentStatus = z.infer<typeof IncidentStatus>;

/** Parses a word of an enumeration in any case. */
const anyCase = <W extends Record<string, string>>(words: z.ZodEnum<W>) =>
  z
    .string()
    .transform((given) => given.trim().toUpperCase())
    .pipe(words)
    .meta({ enum: words.options, description: "Case is ignored." });

const Note = plainText(BOUNDS.note, "Give the reason. It is shown in the timeline.").meta({
  description: "The reason. The public timeline shows it.",
});

export const OpenIncident = z.object({
  title: plainLine(BOUNDS.name, "Describe in one line what went wrong."),
  severity: anyCase(Severity),
  incident_type: plainLine(60)
    .nullish()
    .transform((type) => type || "general")
    .meta({ description: "The kind, in one word: integrity, routing, conduct, access…" }),
  description: plainText(BOUNDS.report)
    .nullish()
    .transform((description) => description ?? ""),
  affected: z
    .array(Did)
    .max(MAX_AFFECTED)
    .nullish()
    .transform((dids) => [...new Set(dids)].sort())
    .meta({
      description:
        "The agents that it names. After it is confirmed, it counts in their scores and tiers; an incident of an operator counts at once.",
    }),
  trace_id: TraceId.nullish()
    .transform((traceId) => traceId ?? null)
    .meta({ description: "The trace in which the fault appeared." }),
  reporter: Did.optional().meta({
    description:
      "The reporter. Optional. If absent, the caller reports for itself; an organisation has the highest tier of its active agents.",
  }),
  idempotency_key: z.string().min(1).max(BOUNDS.key).optional().meta({
    description: "Requests of one reporter with the same key open one incident, however often they are sent.",
  }),
});
export type OpenIncident = z.infer<typeof OpenIncident>;

export const IncidentParams = z.object({ id: z.string().meta({ type: "integer", minimum: 1 }) });
export type IncidentParams = z.infer<typeof IncidentParams>;

/** The incident of a step, and what the console's form says about the private words of a report. */
export interface StepParams extends IncidentParams {
  reporter_agreed?: boolean;
}

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
    description:
      "Who confirms. An agent's token confirms as that agent. An organisation's token names one of its agents.",
  }),
});
export type ConfirmIncident = z.infer<typeof ConfirmIncident>;

export const UpdateIncident = z.object({
  note: plainText(BOUNDS.note, "Describe the news.").meta({
    description: "The news. The public timeline shows it.",
  }),
  author: Did.optional().meta({
    description: "The author. Optional. If absent, the caller is the author. An operator names no agent.",
  }),
});
export type UpdateIncident = z.infer<typeof UpdateIncident>;

export const WritePostmortem = z.object({
  text: plainText(MAX_POSTMORTEM, "Describe what happened, why, and what was done about it.").meta({
    description: "Markdown: what happened, why, and what was done about it.",
  }),
});
export type WritePostmortem = z.infer<typeof WritePostmortem>;

export const StrikeAgent = z.object({ did: Did, note: Note });
export type StrikeAgent = z.infer<typeof StrikeAgent>;

/** The public view of an incident in the list: exactly these six fields (contract). */
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

export interface OpenIncidents {
  count: number;
  /** The id of the newest one, or null if there is none. */
  newest: number | null;
}

export const AffectedAgent = z.object({
  did: z.string(),
  struck: z.object({ at: z.iso.datetime(), by: z.string(), note: z.string() }).nullable().meta({
    description:
      "When and which operator removed the agent, with the reason. The incident then no longer counts against it. null if it was not removed.",
  }),
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
  actor: z.string().meta({
    description:
      "A DID, or `operator:` and a pseudonym of eight letters. Up to version 0.3.0, it was `operator:` and the credential's id.",
  }),
  note: z.string().meta({ description: "For a `postmortem`, its whole text in markdown." }),
  did: z.string().nullable().meta({ description: "The removed agent, for `agent_struck`." }),
  at: z.iso.datetime(),
});
export type IncidentEvent = z.infer<typeof IncidentEvent>;

/** The complete data of an incident, except its seal. */
const IncidentRecord = PublicIncident.extend({
  description: z.string(),
  reporter: z.string().meta({
    description:
      "A DID, or `operator:` and a pseudonym of eight letters. Up to version 0.3.0, it was `operator:` and the credential's id.",
  }),
  trace_id: z.string().nullable(),
  affected: z.array(AffectedAgent),
  confirmed: z.boolean().meta({
    description: "Whether it counts against the agents that it names: an operator opened it, or it has been confirmed.",
  }),
  confirmed_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: "When it began to count, unless it was found to be unfounded." }),
  confirmed_by: z.string().nullable().meta({
    description:
      "A DID, or `operator:` and a pseudonym of eight letters. Up to version 0.3.0, it was `operator:` and the credential's id.",
  }),
  unfounded: z.boolean().meta({ description: "Whether it was resolved as a false report." }),
  updated_at: z.iso.datetime().meta({ description: "The time of its last step." }),
  resolved_at: z.iso.datetime().nullable(),
  timeline: z.array(IncidentEvent),
});

/** How to verify a sealed record: its hash, and the anchor that commits to the hash. */
export const IncidentSeal = z
  .object({
    sha256: z.string().meta({ description: "SHA-256 of the bytes at `record` as they were sealed, lower-case hex." }),
    redacted_at: z.iso.datetime().nullable().meta({
      description:
        "When a text in the record was last redacted. If set, `sha256` is the hash of the bytes before the redaction.",
    }),
    record: z.string().meta({ description: "The path of the sealed record." }),
    anchor_id: z.uuid(),
    anchor_seq: z.int(),
    anchored: z
      .object({ did: z.string(), kind: z.string(), payload: z.record(z.string(), z.unknown()) })
      .meta({ description: "The content that the anchor commits to." }),
    salt: z.string().meta({ description: "The salt of that commitment: 32 bytes, hex." }),
  })
  .meta({ id: "IncidentSeal" });
export type IncidentSeal = z.infer<typeof IncidentSeal>;

export const Postmortem = z
  .object({
    seq: z.int().meta({ description: "The place of this version in the council's log." }),
    text: z.string().meta({ description: "Markdown." }),
    version: z.int().meta({ description: "From 1. The timeline has the earlier versions." }),
    at: z.iso.datetime(),
  })
  .meta({ id: "Postmortem" });
export type Postmortem = z.infer<typeof Postmortem>;

export const Incident = IncidentRecord.extend({
  postmortem: Postmortem.nullable().meta({ description: "The newest version, or null if there is none." }),
  freeze_proposed: z.boolean().meta({
    description:
      "Whether it is critical, confirmed, open and was never frozen. Then it proposes a freeze, which a person decides.",
  }),
  transitions: z.array(IncidentStatus).meta({ description: "The possible next statuses." }),
  seal: IncidentSeal.nullable().meta({ description: "null until it is exported." }),
  disputed: z.boolean().meta({
    description: "Whether the owner of a named agent replied and no operator has decided about the reply.",
  }),
  disputes: z.array(Dispute).meta({
    description: "The replies of the named agents' owners, and the decisions. They are never part of the seal.",
  }),
}).meta({ id: "Incident" });
export type Incident = z.infer<typeof Incident>;

/**
 * The record that is hashed and anchored when an incident is exported. Its bytes are this in canonical JSON (RFC 8785).
 */
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
      description:
        "How many match the filters. Present only if a parameter is given. The other counts include all incidents.",
    }),
    next_cursor: z.string().optional().meta({
      description: "The `cursor` of the next page. Present only if a parameter is given, and absent on the last page.",
    }),
    db_error: z
      .literal(true)
      .optional()
      .meta({ description: "Present only if the database failed. The other values are then unknown." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "IncidentList" });
export type IncidentList = z.infer<typeof IncidentList>;

/** An incident in feeds and in lists for people. */
export interface RecentIncident extends ListedIncident {
  description: string;
  updated_at: string;
  affected: string[];
  /** The text of its last step, or "". */
  last_note: string;
  /** The newest version of its postmortem, or "". */
  postmortem: string;
}

export const IncidentFilters = z.object({
  q: z.string().trim().optional().meta({ description: "A part of the title. Case is ignored.", example: "routing" }),
  severity: oneOf(Severity),
  status: oneOf(IncidentStatus),
});
export type IncidentFilters = z.infer<typeof IncidentFilters>;

/**
 * A list with additions to the contract: filtered or paged. Without any of these, the response is exactly the
 * contract's.
 */
export const IncidentListQuery = IncidentFilters.extend({
  limit: wholeNumberWhereGiven(1, MAX_LISTED, MAX_LISTED),
  cursor: Cursor,
});
export type IncidentListQuery = z.infer<typeof IncidentListQuery>;

export const IncidentQuery = IncidentFilters.extend(pageQuery({ defaultLimit: USUAL_ROWS, maximumLimit: 100 }));
export type IncidentQuery = z.infer<typeof IncidentQuery>;

/** An incident on the list's page. */
export interface ListedIncident extends PublicIncident {
  resolved_at: string | null;
  confirmed: boolean;
  unfounded: boolean;
  dispute: DisputeState;
}

export interface NamingIncident extends ListedIncident {
  /** Whether the agent was removed from it. */
  struck: boolean;
}

/** One UTC day of the calendar, and how many incidents of each severity were opened on it. */
export interface CalendarDay extends Record<Severity, number> {
  /** YYYY-MM-DD. */
  day: string;
}

/** A period in which a subsystem was frozen. `to` and `ended_seq` are null if it has not ended. */
export interface FrozenSpan {
  subsystem: Subsystem;
  from: string;
  to: string | null;
  reason: string;
  /** The places of both acts in the council's log. */
  seq: number;
  ended_seq: number | null;
}
