"use server";

import { formAction } from "@/lib/next/form-action";
import { AddSourceForm, DecideSourceForm } from "@/lib/sources/schema";
import { addSource, decideSource } from "@/lib/sources/service/sources";

export const add = formAction({ caller: "operator", schema: AddSourceForm, verb: addSource });
export const decide = formAction({ caller: "operator", schema: DecideSourceForm, verb: decideSource });
