"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormSelect, FormText } from "@/components/ui/form";
import type { IssuedCredential } from "@/lib/features/access/schema";
import type { FormAction } from "@/lib/http/form-state";
import { NewToken } from "./new-token";

const KINDS = [
  { value: "agent", name: "An agent: acts for its own DID, 90 days" },
  { value: "provider", name: "An organisation: acts for the agents it registers, 365 days" },
];

interface IssueFormProps {
  action: FormAction<IssuedCredential>;
  /** Values from the address that led to this page. */
  given: Record<string, string>;
  /** Made when the form is shown, so a form that is sent twice issues one credential. */
  idempotencyKey: string;
}

export function IssueForm({ action, given, idempotencyKey }: IssueFormProps) {
  const form = useForm(action, given);
  const { state } = form;
  if (state.outcome === "done") return <NewToken issued={state.value} />;
  return (
    <ActionForm form={form} hidden={{ idempotency_key: idempotencyKey }} button="Issue the token">
      <FormSelect label="Issued to" options={KINDS} {...form.field("kind")} />
      <FormText label="DID" hint="The agent’s DID. Leave it empty for an organisation." mono {...form.field("did")} />
      <FormText
        label="Organisation"
        hint="Its name. For an agent, only if its DID belongs to an organisation."
        autoComplete="organization"
        {...form.field("organisation")}
      />
      <FormText
        label="Label"
        hint="Helps operators to distinguish it from other credentials."
        {...form.field("label")}
      />
      <FormText
        label="Days until it expires"
        hint="Leave empty for the default (90 or 365 days)."
        inputMode="numeric"
        {...form.field("expires_in_days")}
      />
    </ActionForm>
  );
}
