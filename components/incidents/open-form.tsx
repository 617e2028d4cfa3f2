"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { FormArea, FormCheck, FormSelect, FormText } from "@/components/ui/form";
import type { FormAction } from "@/lib/http/form-state";

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
  hidden?: Record<string, string>;
  /** Whether it is opened from a private report, whose words must not be repeated without consent. */
  fromReport?: boolean;
}

export function OpenForm({ action, idempotencyKey, values, hidden, fromReport = false }: OpenFormProps) {
  const form = useForm(action, { severity: "LOW", ...values });
  useRedirect(form.state);
  return (
    <ActionForm
      form={form}
      hidden={{ ...hidden, idempotency_key: idempotencyKey }}
      button="Open the incident"
      className="max-w-2xl gap-5"
    >
      <FormText label="Title" hint="What went wrong. One line. You cannot change it later." {...form.field("title")} />
      <FormSelect label="Severity" options={SEVERITIES} {...form.field("severity")} />
      <FormText label="Kind" hint="One word: integrity, routing, conduct, access…" {...form.field("incident_type")} />
      <FormArea label="Description" rows={5} hint="Public. In your own words." {...form.field("description")} />
      <FormArea
        label="Agents it names"
        hint="One DID on each line. Lowers their scores at once."
        {...form.field("affected")}
      />
      <FormText label="Trace id (optional)" hint="The trace in which it happened." mono {...form.field("trace_id")} />
      {fromReport && (
        <FormCheck label="The reporter agreed to publish these words" {...form.field("reporter_agreed")} />
      )}
    </ActionForm>
  );
}
