"use server";

import { act } from "@/lib/api/act";
import { SetFreezeForm } from "@/lib/freezes/schema";
import { changeFreeze } from "@/lib/freezes/service/freezes";

export const decideFreeze = act({ caller: "operator", schema: SetFreezeForm, verb: changeFreeze });
