"use server";

import { SignIn } from "@/lib/access/schema";
import { openSession } from "@/lib/access/service/sessions";
import { act, leadTo } from "@/lib/api/act";
import { consolePath, keepSession } from "@/lib/api/console-session";
import type { FormState } from "@/lib/http/form-state";

const exchange = act({ caller: "anyone", schema: SignIn, verb: openSession, secrets: ["token"], limit: "signIns" });

/** Exchanges an operator's token for a session's cookie, and leads to where they wanted to go. */
export async function signIn(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await exchange({ outcome: "open", values: {} }, form);
  if (state.outcome === "open") return state;
  await keepSession(state.value.secret);
  return leadTo(consolePath(String(form.get("to") ?? "")));
}
