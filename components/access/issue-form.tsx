"use client";

import { issueTexts } from "@/components/access/texts";
import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/features/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { NewToken } from "./new-token";

const KINDS = [
  { value: "agent", name: issueTexts.forAgent },
  { value: "provider", name: issueTexts.forOrganisation },
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
      <FormSelect label={issueTexts.forWhom} options={KINDS} {...fieldOf(state, "kind")} />
      <FormText label={issueTexts.did} hint={issueTexts.didHint} mono {...fieldOf(state, "did")} />
      <FormText
        label={issueTexts.organisation}
        hint={issueTexts.organisationHint}
        autoComplete="organization"
        {...fieldOf(state, "organisation")}
      />
      <FormText label={issueTexts.label} hint={issueTexts.labelHint} {...fieldOf(state, "label")} />
      <FormText
        label={issueTexts.days}
        hint={issueTexts.daysHint}
        inputMode="numeric"
        {...fieldOf(state, "expires_in_days")}
      />
      <div>
        <SubmitButton>{issueTexts.issue}</SubmitButton>
      </div>
    </form>
  );
}
