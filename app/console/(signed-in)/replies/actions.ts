"use server";

import { DecideAuditForm, DecideIncidentForm } from "@/lib/features/replies/schema";
import { decideAudit } from "@/lib/features/replies/service/decide-audit";
import { decideIncident } from "@/lib/features/replies/service/decide-incident";
import { formAction } from "@/lib/next/form-action";

export const decideAboutIncident = formAction({ caller: "operator", schema: DecideIncidentForm, verb: decideIncident });
export const decideAboutAudit = formAction({ caller: "operator", schema: DecideAuditForm, verb: decideAudit });
