"use client";

import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { useFollow } from "./follow";

/** An operator's way in. @param to where to go then */
export function SignInForm({ action, to }: { action: FormAction<{ to: string }>; to: string }) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useFollow(state);
  return (
    <form {...form} className="grid max-w-md gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ to }} />
      <FormText
        label="Operator’s token"
        hint="It begins with fgs_opr_, or is the service’s OPERATOR_TOKEN."
        type="password"
        mono
        autoComplete="current-password"
        {...fieldOf(state, "token")}
      />
      <div>
        <SubmitButton>Sign in</SubmitButton>
      </div>
    </form>
  );
}

/** Who is signed in, and the way out. */
export function SignOutForm({ action, operator }: { action: FormAction<{ to: string }>; operator: string }) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useFollow(state);
  return (
    <form {...form} className="flex flex-wrap items-center gap-x-4 md:py-1.5">
      <span className="text-ink-2 text-sm">
        Signed in as <bdi className="font-semibold text-ink">{operator}</bdi>
      </span>
      <SubmitButton look="quiet">Sign out</SubmitButton>
    </form>
  );
}
