"use server";

import { RecordAuditForm } from "@/lib/council/schema";
import { recordAudit } from "@/lib/council/service/audit";
import { formAction } from "@/lib/next/form-action";

export const record = formAction({ caller: "operator", schema: RecordAuditForm, verb: recordAudit });
