import { z } from "zod";
import { Decision } from "@/lib/features/disputes/rules";
import { Dispute } from "@/lib/features/disputes/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmed, trimmedText } from "@/lib/foundation/text/blank";
import { Cursor, oneOf } from "@/lib/http/filter";
import { instantFilter } from "@/lib/http/instant";
import { pageFields, pageQuery, wholeNumber } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";
import { Tier } from "@/lib/identity/tiers";

export const Verdict = z.enum(["pass", "fail", "pending"]).meta({ id: "Verdict" });
export type Verdict = z.infer<typeof Verdict>;

/** Statements in words, or any structure from the auditor's tools. A single one is a list of one. */
const statements = (what: string) =>
  z
    .union([
      z.array(z.union([z.string().max(BOUNDS.description), z.record(z.string(), z.unknown())])).max(100),
      z.string().max(BOUNDS.description),
    ])
    .transform((given) => (typeof given === "string" ? [given] : given))
    .nullish()
    .transform((given) => given ?? [])
    .meta({ description: what });

export const RecordAudit = z.object({
  did: Did.meta({ description: "The audited agent." }),
  auditor: Did.optional().meta({
    description: "The auditor. An agent's token audits as that agent. An organisation's token names one of its agents.",
  }),
  verdict: Verdict.nullish()
    .transform((verdict) => verdict ?? "pending")
    .meta({
      description: "Default pending. With pass or fail, the audit is completed and counts for the agent's standing.",
    }),
  summary: trimmedText()
    .max(BOUNDS.description)
    .nullish()
    .transform((summary) => summary ?? ""),
  findings: statements("The result."),
  evidence: statements("The evidence: addresses, hashes, documents."),
  idempotency_key: z.string().min(1).max(BOUNDS.key).optional().meta({
    description: "Requests of one auditor with the same key record one audit, however often they are sent.",
  }),
});
export type RecordAudit = z.infer<typeof RecordAudit>;

/** Statements from a form, one a line. */
const lines = z
  .string()
  .default("")
  .transform((text) => text.split("\n").flatMap((line) => trimmed(line) || []))
  .refine((list) => list.length <= 100, "At most 100 lines.")
  .refine((list) => list.every((line) => line.length <= 4_000), "At most 4,000 characters a line.")
  .transform((list): RecordAudit["findings"] => list);

/** The same input from a form, in the name of the signed-in person. */
export const RecordAuditForm = RecordAudit.omit({ auditor: true, findings: true, evidence: true }).extend({
  // An audit is permanent, so the form requires at least a reason.
  summary: RecordAudit.shape.summary.refine((text) => text !== "", "Describe what was found."),
  findings: lines,
  evidence: lines,
});

export const Audit = z
  .object({
    id: z.uuid(),
    seq: z.int().meta({ description: "Its place in the council's log." }),
    did: z.string(),
    auditor: z.string().meta({
      description:
        "A DID, or `operator:` and a pseudonym of eight letters. Up to version 0.3.0, it was `operator:` and the credential's id.",
    }),
    auditor_organisation: z.string().nullable().meta({
      description: "The auditor's organisation at that time. All agents of one organisation count as one auditor.",
    }),
    verdict: Verdict,
    status: z.enum(["completed", "pending"]),
    summary: z.string(),
    findings: z.array(z.unknown()),
    evidence: z.array(z.unknown()),
    created_at: z.iso.datetime(),
    disputed: z.boolean().meta({
      description:
        "Whether the agent's owner replied and no operator has decided. The audit's own address has the reply.",
    }),
    decision: Decision.nullable().meta({
      description:
        "What an operator decided about the audit. If `set_aside`, it no longer counts. null without a decision.",
    }),
    salt: z.string().nullable().meta({
      description:
        "The salt of the entry's commitment, 32 bytes in hex; null after a redaction. The content is `{did: auditor, kind: \"audit.recorded\", payload: {subject: did, details: {id, did, verdict, summary, findings, evidence}}}`. With the salt, anyone can recompute the entry's `payload_commitment`.",
    }),
  })
  .meta({ id: "Audit" });
export type Audit = z.infer<typeof Audit>;

export const AuditWithReplies = Audit.extend({
  disputes: z.array(Dispute).meta({ description: "The replies of the agent's owners, and the decision. At most one." }),
}).meta({ id: "AuditWithReplies" });
export type AuditWithReplies = z.infer<typeof AuditWithReplies>;

export const AuditParams = z.object({ id: z.string().meta({ format: "uuid" }) });
export type AuditParams = z.infer<typeof AuditParams>;

export const RecordedAudit = Audit.extend({
  standing: z.object({ trust_tier: Tier, trust_score: z.number() }),
}).meta({ id: "RecordedAudit" });
export type RecordedAudit = z.infer<typeof RecordedAudit>;

export const AuditFilters = z.object({
  did: z.string().optional().meta({ description: "Of exactly this agent.", example: "did:demo:s2:glossa" }),
  auditor: z.string().optional().meta({ description: "By exactly this auditor.", example: "did:demo:s1:countersign" }),
  verdict: oneOf(Verdict),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = AuditFilters.extend(pageQuery({ defaultLimit: 50, maximumLimit: 200 }));
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditList = z
  .object({
    audits: z.array(Audit),
    ...pageFields,
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "AuditList" });
export type AuditList = z.infer<typeof AuditList>;

export const CouncilStatus = z
  .object({
    module: z.string(),
    did: z.string(),
    status: z.string(),
    stats: z.object({
      total_audits: z.int().meta({ description: "Recorded audits, including pending ones." }),
      completed_audits: z.int().meta({ description: "Audits with a verdict of pass or fail." }),
      verified_agents: z.int().meta({ description: "Active members of tier T1 or above." }),
    }),
  })
  .meta({ id: "CouncilStatus" });
export type CouncilStatus = z.infer<typeof CouncilStatus>;

/** One act of the council's log as operators see it: the actor, the act and its subject. */
export interface Act {
  seq: number;
  id: string;
  kind: string;
  actor: string;
  subject: string;
  details: Record<string, unknown>;
  created_at: string;
}

export const ActFilters = z.object({
  actor: z.string().optional(),
  kind: z.string().optional(),
  subject: z.string().optional(),
});
export type ActFilters = z.infer<typeof ActFilters>;

/** The acts that operators see in the console. */
export const ActQuery = ActFilters.extend(pageQuery({ defaultLimit: 50, maximumLimit: 200 }));
export type ActQuery = z.infer<typeof ActQuery>;

export interface ActList {
  acts: Act[];
  total: number;
  limit: number;
  offset: number;
  generated_at: string;
}

/** The first words of the kinds of acts. */
export const ActGroup = z
  .enum([
    ...(["agent", "application", "audit", "credential", "demo", "domain", "incident", "key", "log"] as const),
    ...(["maintenance", "memory", "operator", "record", "relay", "reply", "report", "rfc"] as const),
    ...(["source", "tier", "webhook"] as const),
  ])
  .meta({ id: "ActGroup" });
export type ActGroup = z.infer<typeof ActGroup>;

/** An act of the council's log, as far as it is public. */
export const PublicAct = z
  .object({
    seq: z.int().meta({ description: "Its place in the council's log." }),
    id: z.uuid().meta({ description: "The entry's id." }),
    kind: z.string().meta({ example: "tier.granted" }),
    content: z.enum(["public", "redacted", "older", "elsewhere", "private"]).meta({
      description:
        "What everyone may read. `public`: the whole act. `redacted`: what a redaction left of it, which nothing proves. `older`: written before acts became public; only kind, subject and time. `elsewhere`: a reply, in full on the page of its subject; only kind, subject and time. `private`: about an application, a report, a token, an operator, a webhook or a source; only kind and time.",
    }),
    actor: z.string().nullable().meta({
      description: "A DID, `system`, `organisation:` and a name, or `operator:` and a pseudonym of eight letters.",
    }),
    subject: z.string().nullable().meta({ description: "A DID, `incident:<id>`, `rfc-<number>`, `relay`…" }),
    details: z.record(z.string(), z.unknown()).nullable().meta({ description: "With the reason, if there is one." }),
    payload_commitment: z.string().meta({ description: "The commitment to the content: SHA-256, lower-case hex." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "PublicAct" });
export type PublicAct = z.infer<typeof PublicAct>;

export const PublicActFilters = z.object({
  kind: oneOf(ActGroup, "The first word of the kind."),
  subject: z.string().optional().meta({
    description: "About exactly this subject, of acts whose subject is public.",
    example: "did:demo:s2:glossa",
  }),
  actor: z.string().optional().meta({
    description: "By exactly this actor, of acts whose actor is public.",
    example: "system",
  }),
  from: instantFilter("At or after this time."),
  to: instantFilter("At or before this time."),
});
export type PublicActFilters = z.infer<typeof PublicActFilters>;

export const PublicActQuery = PublicActFilters.extend({ limit: wholeNumber(1, 200, 50), cursor: Cursor });
export type PublicActQuery = z.infer<typeof PublicActQuery>;

export const PublicActList = z
  .object({
    acts: z.array(PublicAct).meta({ description: "Newest first." }),
    next_cursor: z.string().optional().meta({ description: "The `cursor` of the next page. Absent on the last one." }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "PublicActList" });
export type PublicActList = z.infer<typeof PublicActList>;

export const ActParams = z.object({ seq: z.string() });
export type ActParams = z.infer<typeof ActParams>;

/** An act as shown to everyone except operators: the act, its subject and its actor. */
export const JournalEntry = z
  .object({
    seq: z.int(),
    id: z.uuid().meta({ description: "The entry's id, for its proof." }),
    kind: z.string(),
    subject: z.string(),
    actor: z.string().meta({ description: "A DID, `system`, `operator` or `organisation`." }),
    subject_name: z
      .string()
      .nullable()
      .meta({ description: "The name of an agent, or the title of an incident or RFC." }),
    actor_name: z.string().nullable().meta({ description: "The name of an agent." }),
    verdict: z.string().nullable().meta({ description: "Only for an audit." }),
    from: z.string().nullable().meta({ description: "Only for a change of tier." }),
    to: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "JournalEntry" });
export type JournalEntry = z.infer<typeof JournalEntry>;
