"use server";

import { RecordAuditForm } from "@/lib/council/schema";
import { recordAudit } from "@/lib/council/service/audit";
import { act } from "@/lib/next/act";

export const record = act({ caller: "operator", schema: RecordAuditForm, verb: recordAudit });
