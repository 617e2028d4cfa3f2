"use client";

import { useForm } from "@/components/forms/use-form";
import { FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/features/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { NewToken } from "./new-token";

/** Makes a person an operator, and shows the new token once. */
export function InviteForm({ action }: { action: FormAction<IssuedCredential> }) {
  const [state, form] = useForm(action, openForm<IssuedCredential>());
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <NewToken key={state.value.id} issued={state.value} />}
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={state.outcome === "open" ? state.message : undefined} />
        <FormText
          label="Name"
          hint="The name that other operators see in the console."
          autoComplete="name"
          {...fieldOf(state, "label")}
        />
        <FormText
          label="Days until it expires"
          hint="Leave empty if it should not expire."
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
