"use client";

import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/features/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
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

/** Issues a credential to an agent or an organisation. */
export function IssueForm({ action, given, idempotencyKey }: IssueFormProps) {
  const [state, form] = useForm(action, openForm<IssuedCredential>(given));
  if (state.outcome === "done") return <NewToken issued={state.value} />;
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.message} />
      <HiddenFields values={{ idempotency_key: idempotencyKey }} />
      <FormSelect label="Issued to" options={KINDS} {...fieldOf(state, "kind")} />
      <FormText
        label="DID"
        hint="The agent’s DID. Leave it empty for an organisation."
        mono
        {...fieldOf(state, "did")}
      />
      <FormText
        label="Organisation"
        hint="Its name. For an agent, only if its DID belongs to an organisation."
        autoComplete="organization"
        {...fieldOf(state, "organisation")}
      />
      <FormText
        label="Label"
        hint="Helps operators to distinguish it from other credentials."
        {...fieldOf(state, "label")}
      />
      <FormText
        label="Days until it expires"
        hint="Leave empty for the default (90 or 365 days)."
        inputMode="numeric"
        {...fieldOf(state, "expires_in_days")}
      />
      <div>
        <SubmitButton>Issue the token</SubmitButton>
      </div>
    </form>
  );
}
