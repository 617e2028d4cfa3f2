import { z } from "zod";
import { DecisionReason, Dispute } from "@/lib/features/disputes/schema";
import { Agreed } from "@/lib/features/incidents/forms";
import { pageFields, pageQuery } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";

export const DecideIncident = z.object({
  did: Did.meta({ description: "The named agent whose owner replied." }),
  decision: z.enum(["upheld", "amended", "withdrawn"]).meta({
    description:
      "`upheld`: the incident stays as it is. `amended`: it no longer names this agent. `withdrawn`: it is unfounded and counts against nobody.",
  }),
  reason: DecisionReason,
});
export type DecideIncident = z.infer<typeof DecideIncident>;

export const DecideIncidentForm = DecideIncident.extend({ id: z.string(), reporter_agreed: Agreed });

export const DecideAudit = z.object({
  decision: z.enum(["upheld", "set_aside"]).meta({
    description:
      "`upheld`: the audit stays as it is. It needs a reply. `set_aside`: the audit no longer counts, also without a reply.",
  }),
  reason: DecisionReason,
});
export type DecideAudit = z.infer<typeof DecideAudit>;

export const DecideAuditForm = DecideAudit.extend({ id: z.string() });

const RECORD = /^(incident:[1-9]\d{0,9}|audit:[0-9a-f-]{36})$/;

export const PendingQuery = z.object({
  record: z.string().regex(RECORD, "must be `incident:<id>` or `audit:<id>`").optional().meta({
    description: "Only replies to this record: `incident:<id>` or `audit:<id>`.",
    example: "incident:4",
  }),
  did: Did.optional().meta({ description: "Only replies of this agent's owners." }),
  ...pageQuery({ defaultLimit: 20, maximumLimit: 50 }),
});
export type PendingQuery = z.infer<typeof PendingQuery>;

/** A dispute that waits for an operator. */
export const PendingReply = Dispute.extend({
  record: z.string().meta({ description: "`incident:<id>` or `audit:<id>`." }),
  title: z.string().meta({ description: "The title of the incident, or the summary of the audit." }),
  address: z.string().meta({ description: "The path of the record's page." }),
}).meta({ id: "PendingReply" });
export type PendingReply = z.infer<typeof PendingReply>;

export const PendingList = z
  .object({
    replies: z.array(PendingReply),
    overdue: z.int().meta({ description: "How many are past their date." }),
    ...pageFields,
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "PendingReplyList" });
export type PendingList = z.infer<typeof PendingList>;

/** A record that names an agent of the caller. */
export interface NamingRecord {
  record: string;
  title: string;
  /** When it was opened or recorded, ISO 8601. */
  at: string;
  /** null if nobody replied and no operator decided. */
  dispute: Dispute | null;
  /** Why its owner cannot reply, or null. The daily limit does not count. */
  closed: string | null;
}
