"use client";

import { useForm } from "@/components/forms/use-form";
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
  const [state, form] = useForm(action, openForm<Report>(), () => "Dismissed.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Dismiss…" open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">Only the fact that a report was dismissed becomes public. You cannot undo this.</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id }} />
        <FormArea {...fieldOf(state, "reason")} label="Reason" hint="The sender reads it." />
        <div>
          <SubmitButton>Dismiss</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Marks a report as a duplicate of an existing incident. */
export function DuplicateForm({ action, id, about }: DecisionFormProps & { about: string }) {
  const [state, form] = useForm(action, openForm<Report>({ incident: about }), () => "Marked as a duplicate.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Duplicate of an incident…" open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">The sender’s page then links to that incident.</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id }} />
        <FormText
          {...fieldOf(state, "incident")}
          id="duplicate-of"
          label="Number of the incident"
          inputMode="numeric"
          mono
        />
        <div>
          <SubmitButton>Mark as duplicate</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
