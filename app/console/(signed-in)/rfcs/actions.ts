"use server";

import { DecideRfcForm } from "@/lib/features/rfcs/schema";
import { decideRfc } from "@/lib/features/rfcs/service/decide";
import { formAction } from "@/lib/next/form-action";

export const decide = formAction({ caller: "operator", schema: DecideRfcForm, verb: decideRfc });
