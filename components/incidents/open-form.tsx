"use client";

import { useFollow } from "@/components/forms/follow";
import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const SEVERITIES = [
  { value: "LOW", name: "Low" },
  { value: "MAJOR", name: "Major" },
  { value: "CRITICAL", name: "Critical: it proposes a freeze, and ends granted tiers" },
];

interface OpenFormProps {
  action: FormAction<{ to: string }>;
  /** Of this form as it was shown: sent twice, it opens one incident. */
  idempotencyKey: string;
  /** What its fields hold already. */
  values?: Record<string, string>;
  /** What it carries along unseen. */
  hidden?: Record<string, string>;
}

/** Opens an incident in the name of the operator who is signed in. */
export function OpenForm({ action, idempotencyKey, values, hidden }: OpenFormProps) {
  const [state, form] = useForm(action, openForm<{ to: string }>({ severity: "LOW", ...values }));
  useFollow(state);
  return (
    <form {...form} className="grid max-w-2xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ ...hidden, idempotency_key: idempotencyKey }} />
      <FormText
        label="Title"
        hint="What went wrong, in a line. You cannot change it later."
        {...fieldOf(state, "title")}
      />
      <FormSelect label="Severity" options={SEVERITIES} {...fieldOf(state, "severity")} />
      <FormText
        label="Kind"
        hint="In a word: integrity, routing, conduct, access…"
        {...fieldOf(state, "incident_type")}
      />
      <FormArea label="Description" rows={5} hint="Everyone reads it." {...fieldOf(state, "description")} />
      <FormArea
        label="Agents it names"
        hint="One DID on each line. Lowers their scores at once."
        {...fieldOf(state, "affected")}
      />
      <FormText
        label="Trace id (optional)"
        hint="The trace in which it happened."
        mono
        {...fieldOf(state, "trace_id")}
      />
      <div>
        <SubmitButton>Open the incident</SubmitButton>
      </div>
    </form>
  );
}
