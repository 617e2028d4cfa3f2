"use server";

import { AddSourceForm, DecideSourceForm, WithdrawGoneForm } from "@/lib/interop/sources/schema";
import { addSource, decideSource } from "@/lib/interop/sources/service/sources";
import { formAction } from "@/lib/next/form-action";

export const add = formAction({ caller: "operator", schema: AddSourceForm, verb: addSource });
export const withdraw = formAction({ caller: "operator", schema: WithdrawGoneForm, verb: decideSource });
export const decide = formAction({ caller: "operator", schema: DecideSourceForm, verb: decideSource });
