"use client";

import { useForm } from "@/components/forms/use-form";
import { reportDecisionTexts } from "@/components/incidents/reports/texts";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Report } from "@/lib/features/incidents/reports/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

interface DecisionFormProps {
  action: FormAction<Report>;
  id: string;
}

/** Dismisses a report. */
export function DismissForm({ action, id }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Report>(), () => reportDecisionTexts.dismissed);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={reportDecisionTexts.dismiss} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">{reportDecisionTexts.dismissMeans}</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id }} />
        <FormArea
          {...fieldOf(state, "reason")}
          label={reportDecisionTexts.reason}
          hint={reportDecisionTexts.reasonHint}
        />
        <div>
          <SubmitButton>{reportDecisionTexts.confirmDismiss}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Marks a report as a duplicate of an existing incident. */
export function DuplicateForm({ action, id, about }: DecisionFormProps & { about: string }) {
  const [state, form] = useForm(
    action,
    openForm<Report>({ incident: about }),
    () => reportDecisionTexts.markedDuplicate,
  );
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={reportDecisionTexts.duplicate} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">{reportDecisionTexts.duplicateMeans}</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id }} />
        <FormText
          {...fieldOf(state, "incident")}
          id="duplicate-of"
          label={reportDecisionTexts.incident}
          inputMode="numeric"
          mono
        />
        <div>
          <SubmitButton>{reportDecisionTexts.confirmDuplicate}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
