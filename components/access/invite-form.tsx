"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormText } from "@/components/ui/form";
import type { IssuedCredential } from "@/lib/features/access/schema";
import type { FormAction } from "@/lib/http/form-state";
import { NewToken } from "./new-token";

/** Makes a person an operator, and shows the new token once. */
export function InviteForm({ action }: { action: FormAction<IssuedCredential> }) {
  const form = useForm(action);
  const { state } = form;
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <NewToken key={state.value.id} issued={state.value} />}
      <ActionForm form={form} button="Invite">
        <FormText
          label="Name"
          hint="The name that other operators see in the console."
          autoComplete="name"
          {...form.field("label")}
        />
        <FormText
          label="Days until it expires"
          hint="Leave empty if it should not expire."
          inputMode="numeric"
          {...form.field("expires_in_days")}
        />
      </ActionForm>
    </div>
  );
}
