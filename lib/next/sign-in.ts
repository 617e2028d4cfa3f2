import type { Context } from "@/lib/authority/context";
import { SignIn } from "@/lib/features/access/schema";
import type { FormAction } from "@/lib/http/form-state";
import { type SessionArea, signInPage } from "@/lib/identity/session-area";
import { formAction, redirectTo } from "./form-action";
import { dropSession, keepSessionOfForm, pageWithin } from "./session";

/** Binds the form that exchanges a token for a session's cookie, and leads to the page that its sender wanted. */
export function signInTo(
  area: SessionArea,
  verb: (ctx: Context, input: SignIn) => Promise<{ secret: string }>,
): FormAction<{ to: string }> {
  const exchange = formAction({ caller: "anyone", schema: SignIn, verb, secrets: ["token"] });
  return async (_previous, form) => {
    const state = await exchange({ outcome: "open", values: {} }, form);
    if (state.outcome === "open") return state;
    await keepSessionOfForm(area, state.value.secret);
    return redirectTo(pageWithin(area, String(form.get("to") ?? "")));
  };
}

/** Binds the form that ends the session of its sender. Without a session it does nothing. */
export function signOutOf(area: SessionArea): FormAction<{ to: string }> {
  return async () => {
    await dropSession(area);
    return redirectTo(signInPage(area));
  };
}
