"use client";

import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { agreedTexts, openTexts } from "@/components/incidents/texts";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormCheck, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const SEVERITIES = [
  { value: "LOW", name: openTexts.low },
  { value: "MAJOR", name: openTexts.major },
  { value: "CRITICAL", name: openTexts.critical },
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
      <FormText label={openTexts.title} hint={openTexts.titleHint} {...fieldOf(state, "title")} />
      <FormSelect label={openTexts.severity} options={SEVERITIES} {...fieldOf(state, "severity")} />
      <FormText label={openTexts.kind} hint={openTexts.kindHint} {...fieldOf(state, "incident_type")} />
      <FormArea
        label={openTexts.description}
        rows={5}
        hint={openTexts.descriptionHint}
        {...fieldOf(state, "description")}
      />
      <FormArea label={openTexts.agents} hint={openTexts.agentsHint} {...fieldOf(state, "affected")} />
      <FormText label={openTexts.trace} hint={openTexts.traceHint} mono {...fieldOf(state, "trace_id")} />
      {fromReport && <FormCheck label={agreedTexts.agreed} {...fieldOf(state, "reporter_agreed")} />}
      <div>
        <SubmitButton>{openTexts.open}</SubmitButton>
      </div>
    </form>
  );
}
