"use server";

import { SetFreezeForm } from "@/lib/features/council/freezes/schema";
import { changeFreeze } from "@/lib/features/council/freezes/service/freezes";
import { formAction } from "@/lib/next/form-action";

export const decideFreeze = formAction({ caller: "operator", schema: SetFreezeForm, verb: changeFreeze });
