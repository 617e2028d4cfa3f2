"use client";

import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { TokenOnce } from "./token-once";

const KINDS = [
  { value: "agent", name: "An agent: acts for its own DID, 90 days" },
  { value: "provider", name: "An organisation: acts for the agents it registers, 365 days" },
];

interface IssueFormProps {
  action: FormAction<IssuedCredential>;
  /** What the address that led here said already. */
  given: Record<string, string>;
  /** Of this form as it was shown: sent twice, it issues one credential. */
  idempotencyKey: string;
}

/** Issues a credential to an agent or an organisation. */
export function IssueForm({ action, given, idempotencyKey }: IssueFormProps) {
  const [state, form] = useForm(action, openForm<IssuedCredential>(given));
  if (state.outcome === "done") return <TokenOnce issued={state.value} />;
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.message} />
      <HiddenFields values={{ idempotency_key: idempotencyKey }} />
      <FormSelect label="For whom" options={KINDS} {...fieldOf(state, "kind")} />
      <FormText label="DID" hint="Of the agent; leave it empty for an organisation." mono {...fieldOf(state, "did")} />
      <FormText
        label="Organisation"
        hint="Its name. For an agent only where its DID belongs to an organisation."
        autoComplete="organization"
        {...fieldOf(state, "organisation")}
      />
      <FormText label="Label" hint="For operators, to tell it from others." {...fieldOf(state, "label")} />
      <FormText
        label="Days until it expires"
        hint="Empty: as its kind says."
        inputMode="numeric"
        {...fieldOf(state, "expires_in_days")}
      />
      <div>
        <SubmitButton>Issue the token</SubmitButton>
      </div>
    </form>
  );
}
