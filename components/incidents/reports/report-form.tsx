import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormText } from "@/components/ui/form";
import { ErrorSummary, FieldGroup, HoneyPot, PageForm, SendButton } from "@/components/ui/page-form";
import { type FormState, fieldOf } from "@/lib/http/form-state";

const LABELS = {
  text: "What happened",
  dids: "Agents it is about",
  incident: "Incident it is about",
  happened: "When",
  evidence: "Link or trace id",
  email: "E-mail for the decision",
  website: "Leave this empty",
} as const;

interface ReportFormProps {
  state: FormState<{ to: string }>;
  action: (form: FormData) => Promise<void>;
  /** Whether the service can tell the decision by e-mail. */
  sendsMail: boolean;
}

export function ReportForm({ state, action, sendsMail }: ReportFormProps) {
  const field = (name: keyof typeof LABELS) => ({ label: LABELS[name], ...fieldOf(state, name) });
  return (
    <PageForm action={action}>
      {state.outcome === "open" && <ErrorSummary message={state.message} fields={state.fields} labels={LABELS} />}
      <HiddenFields values={{ secret: fieldOf(state, "secret").value }} />
      <FieldGroup title="The problem">
        <FormArea
          {...field("text")}
          rows={7}
          hint="What you saw, and what you expected. Operators read it. It is not published."
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText
            {...field("happened")}
            hint="Optional. As exactly as you know."
            placeholder="20 Nov, about 14:00 UTC"
          />
          <FormText
            {...field("evidence")}
            mono
            hint="Optional. An operator must be able to see it. An incident may name a trace id, but not a link."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Agents and incident">
        <FormArea {...field("dids")} rows={2} hint="Optional. The DIDs, one on each line. An incident may name them." />
        <FormText
          {...field("incident")}
          inputMode="numeric"
          hint="Optional. The number of an incident in the register, if you can add to it."
        />
      </FieldGroup>
      {sendsMail && (
        <FieldGroup title="You">
          <FormText
            {...field("email")}
            type="email"
            autoComplete="email"
            hint="Optional. It is erased 30 days after the decision. The private page shows the decision, too."
          />
        </FieldGroup>
      )}
      <HoneyPot name="website" label={LABELS.website} problems={field("website").problems} />
      <p className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2">
        <SendButton>Send the report</SendButton>
        <span className="text-ink-3 text-sm">
          You get a reference number and a private page{sendsMail ? "" : ", which shows the decision"}.
        </span>
      </p>
    </PageForm>
  );
}
