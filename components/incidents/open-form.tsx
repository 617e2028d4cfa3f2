"use client";

import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { agreedTexts } from "@/components/incidents/texts";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormCheck, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const SEVERITIES = [
  { value: "LOW", name: "Low" },
  { value: "MAJOR", name: "Major" },
  { value: "CRITICAL", name: "Critical: proposes a freeze, and ends granted tiers" },
];

interface OpenFormProps {
  action: FormAction<{ to: string }>;
  /** Made when the form is shown, so a form that is sent twice opens one incident. */
  idempotencyKey: string;
  /** Initial values of the fields. */
  values?: Record<string, string>;
  /** Values of hidden fields. */
  hidden?: Record<string, string>;
  /** Whether it is opened from a private report, whose words must not be repeated without consent. */
  fromReport?: boolean;
}

/** Opens an incident in the name of the signed-in operator. */
export function OpenForm({ action, idempotencyKey, values, hidden, fromReport = false }: OpenFormProps) {
  const [state, form] = useForm(action, openForm<{ to: string }>({ severity: "LOW", ...values }));
  useRedirect(state);
  return (
    <form {...form} className="grid max-w-2xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ ...hidden, idempotency_key: idempotencyKey }} />
      <FormText
        label="Title"
        hint="What went wrong. One line. You cannot change it later."
        {...fieldOf(state, "title")}
      />
      <FormSelect label="Severity" options={SEVERITIES} {...fieldOf(state, "severity")} />
      <FormText
        label="Kind"
        hint="One word: integrity, routing, conduct, access…"
        {...fieldOf(state, "incident_type")}
      />
      <FormArea label="Description" rows={5} hint="Public. In your own words." {...fieldOf(state, "description")} />
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
      {fromReport && <FormCheck label={agreedTexts.agreed} {...fieldOf(state, "reporter_agreed")} />}
      <div>
        <SubmitButton>Open the incident</SubmitButton>
      </div>
    </form>
  );
}
