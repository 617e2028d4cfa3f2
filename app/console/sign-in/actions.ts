"use server";

import { SignIn } from "@/lib/access/schema";
import { openSessionOnce } from "@/lib/api/sign-in";
import type { FormState } from "@/lib/http/form-state";
import { act, leadTo } from "@/lib/next/act";
import { consolePath, keepSession } from "@/lib/next/console-session";

const exchange = act({ caller: "anyone", schema: SignIn, verb: openSessionOnce, secrets: ["token"] });

/** Exchanges an operator's token for a session's cookie, and leads to where they wanted to go. */
export async function signIn(_previous: FormState<{ to: string }>, form: FormData): Promise<FormState<{ to: string }>> {
  const state = await exchange({ outcome: "open", values: {} }, form);
  if (state.outcome === "open") return state;
  await keepSession(state.value.secret);
  return leadTo(consolePath(String(form.get("to") ?? "")));
}
