"use server";

import { RedactForm } from "@/lib/features/council/redactions/schema";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { formAction } from "@/lib/next/form-action";

export const redact = formAction({ caller: "operator", schema: RedactForm, verb: redactRecord });
