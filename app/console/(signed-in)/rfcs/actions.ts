"use server";

import { act } from "@/lib/next/act";
import { DecideRfcForm } from "@/lib/rfcs/schema";
import { decideRfc } from "@/lib/rfcs/service/decide";

export const decide = act({ caller: "operator", schema: DecideRfcForm, verb: decideRfc });
