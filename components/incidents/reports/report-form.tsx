import { reportTexts } from "@/components/incidents/reports/texts";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormText } from "@/components/ui/form";
import { ErrorSummary, FieldGroup, HoneyPot, PageForm, SendButton } from "@/components/ui/page-form";
import { type FormState, fieldOf } from "@/lib/http/form-state";

const LABELS = reportTexts.labels;

interface ReportFormProps {
  state: FormState<{ to: string }>;
  action: (form: FormData) => Promise<void>;
}

/** Sends a report without a token. */
export function ReportForm({ state, action }: ReportFormProps) {
  const field = (name: keyof typeof LABELS) => ({ label: LABELS[name], ...fieldOf(state, name) });
  return (
    <PageForm action={action}>
      {state.outcome === "open" && <ErrorSummary message={state.message} fields={state.fields} labels={LABELS} />}
      <HiddenFields values={{ secret: fieldOf(state, "secret").value }} />
      <FieldGroup title={reportTexts.problem}>
        <FormArea {...field("text")} rows={7} hint={reportTexts.textHint} />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText {...field("happened")} hint={reportTexts.happenedHint} placeholder={reportTexts.happenedExample} />
          <FormText {...field("evidence")} mono hint={reportTexts.evidenceHint} />
        </div>
      </FieldGroup>
      <FieldGroup title={reportTexts.about}>
        <FormArea {...field("dids")} rows={2} hint={reportTexts.didsHint} />
        <FormText {...field("incident")} inputMode="numeric" hint={reportTexts.incidentHint} />
      </FieldGroup>
      <FieldGroup title={reportTexts.you}>
        <FormText {...field("email")} type="email" autoComplete="email" hint={reportTexts.emailHint} />
      </FieldGroup>
      <HoneyPot {...field("website")} />
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SendButton>{reportTexts.send}</SendButton>
        <span className="text-ink-3 text-sm">{reportTexts.sendSays}</span>
      </p>
    </PageForm>
  );
}
