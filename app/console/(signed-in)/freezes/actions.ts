"use server";

import { SetFreezeForm } from "@/lib/freezes/schema";
import { changeFreeze } from "@/lib/freezes/service/freezes";
import { act } from "@/lib/next/act";

export const decideFreeze = act({ caller: "operator", schema: SetFreezeForm, verb: changeFreeze });
