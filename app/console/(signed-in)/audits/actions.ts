"use server";

import { RecordAuditForm } from "@/lib/features/council/schema";
import { recordAudit } from "@/lib/features/council/service/audit";
import { formAction } from "@/lib/next/form-action";

export const record = formAction({ caller: "operator", schema: RecordAuditForm, verb: recordAudit });
