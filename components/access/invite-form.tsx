"use client";

import { inviteTexts } from "@/components/access/texts";
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
          label={inviteTexts.name}
          hint={inviteTexts.nameHint}
          autoComplete="name"
          {...fieldOf(state, "label")}
        />
        <FormText
          label={inviteTexts.days}
          hint={inviteTexts.daysHint}
          inputMode="numeric"
          {...fieldOf(state, "expires_in_days")}
        />
        <div>
          <SubmitButton>{inviteTexts.invite}</SubmitButton>
        </div>
      </form>
    </div>
  );
}
