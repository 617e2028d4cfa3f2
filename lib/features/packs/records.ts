import { z } from "zod";
import { Audit } from "@/lib/features/council/schema";
import { Dispute, Reply } from "@/lib/features/disputes/schema";
import { Incident, IncidentSeal } from "@/lib/features/incidents/schema";

// The records of a pack have no field that no act commits to, so `audit.mjs` compares all that they say.

export const PackedAudit = Audit.pick({
  ...{ id: true, seq: true, did: true, auditor: true, verdict: true, status: true },
  ...{ summary: true, findings: true, evidence: true, created_at: true },
});

export const PackedIncident = Incident.pick({
  ...{ id: true, title: true, severity: true, status: true, incident_type: true, description: true, created_at: true },
  ...{ reporter: true, trace_id: true, affected: true, unfounded: true, resolved_at: true, timeline: true },
}).extend({ seal: IncidentSeal.omit({ record: true, redacted_at: true }).nullable() });

export const PackedDispute = Dispute.pick({ did: true, decision: true }).extend({
  replies: z.array(Reply.omit({ superseded: true })),
});
