"use server";

import { act } from "@/lib/next/act";
import { AddSourceForm, DecideSourceForm } from "@/lib/sources/schema";
import { addSource, decideSource } from "@/lib/sources/service/sources";

export const add = act({ caller: "operator", schema: AddSourceForm, verb: addSource });
export const decide = act({ caller: "operator", schema: DecideSourceForm, verb: decideSource });
