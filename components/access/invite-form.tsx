"use client";

import { useForm } from "@/components/forms/use-form";
import { FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { TokenOnce } from "./token-once";

/** Makes somebody an operator, with a token that is shown this once. */
export function InviteForm({ action }: { action: FormAction<IssuedCredential> }) {
  const [state, form] = useForm(action, openForm<IssuedCredential>());
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <TokenOnce key={state.value.id} issued={state.value} />}
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={state.outcome === "open" ? state.message : undefined} />
        <FormText
          label="Name"
          hint="As the log’s readers in the console will know them."
          autoComplete="name"
          {...fieldOf(state, "label")}
        />
        <FormText
          label="Days until it expires"
          hint="Empty: it does not."
          inputMode="numeric"
          {...fieldOf(state, "expires_in_days")}
        />
        <div>
          <SubmitButton>Invite</SubmitButton>
        </div>
      </form>
    </div>
  );
}
