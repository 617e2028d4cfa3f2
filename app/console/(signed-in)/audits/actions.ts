"use server";

import { act } from "@/lib/api/act";
import { RecordAuditForm } from "@/lib/council/schema";
import { recordAudit } from "@/lib/council/service/audit";

export const record = act({ caller: "operator", schema: RecordAuditForm, verb: recordAudit });
