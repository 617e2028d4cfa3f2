import { SignIn } from "@/lib/access/schema";
import type { Context } from "@/lib/context";
import type { FormAction } from "@/lib/http/form-state";
import { type SessionArea, signInPage } from "@/lib/session-area";
import { act, leadTo } from "./act";
import { dropSession, keepSession, pageWithin } from "./session";

/** Binds the form that exchanges a token for a session's cookie, and leads to where its sender wanted to go. */
export function signInTo(
  area: SessionArea,
  verb: (ctx: Context, input: SignIn) => Promise<{ secret: string }>,
): FormAction<{ to: string }> {
  const exchange = act({ caller: "anyone", schema: SignIn, verb, secrets: ["token"] });
  return async (_previous, form) => {
    const state = await exchange({ outcome: "open", values: {} }, form);
    if (state.outcome === "open") return state;
    await keepSession(area, state.value.secret);
    return leadTo(pageWithin(area, String(form.get("to") ?? "")));
  };
}

/** Binds the form that ends the session of its sender; without one there is nothing to end. */
export function signOutOf(area: SessionArea): FormAction<{ to: string }> {
  return async () => {
    await dropSession(area);
    return leadTo(signInPage(area));
  };
}
