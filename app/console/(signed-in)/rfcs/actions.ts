"use server";

import { formAction } from "@/lib/next/form-action";
import { DecideRfcForm } from "@/lib/rfcs/schema";
import { decideRfc } from "@/lib/rfcs/service/decide";

export const decide = formAction({ caller: "operator", schema: DecideRfcForm, verb: decideRfc });
