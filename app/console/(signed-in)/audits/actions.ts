"use server";

import { RecordAuditForm } from "@/lib/features/council/schema";
import { recordAuditAndTell } from "@/lib/features/replies/service/record-audit";
import { formAction } from "@/lib/next/form-action";

export const record = formAction({ caller: "operator", schema: RecordAuditForm, verb: recordAuditAndTell });
