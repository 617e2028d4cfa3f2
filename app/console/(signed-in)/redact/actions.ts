"use server";

import { EraseAnchorForm } from "@/lib/features/anchors/erase-form";
import { eraseAnchor } from "@/lib/features/anchors/service/erase";
import { RedactForm } from "@/lib/features/council/redactions/schema";
import { redactRecord } from "@/lib/features/council/redactions/service/redact";
import { formAction } from "@/lib/next/form-action";

export const redact = formAction({ caller: "operator", schema: RedactForm, verb: redactRecord });
export const erase = formAction({ caller: "operator", schema: EraseAnchorForm, verb: eraseAnchor });
