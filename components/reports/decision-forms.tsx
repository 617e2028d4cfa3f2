"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import type { Report } from "@/lib/reports/schema";

interface DecisionFormProps {
  action: FormAction<Report>;
  id: string;
}

/** Dismisses a report. */
export function DismissForm({ action, id }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Report>(), () => "It is dismissed.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Dismiss…" open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">Nothing becomes public but that a report was dismissed. It cannot be undone.</p>
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

/** Settles a report by the incident that is there already. */
export function DuplicateForm({ action, id, about }: DecisionFormProps & { about: string }) {
  const [state, form] = useForm(action, openForm<Report>({ incident: about }), () => "It is marked as a duplicate.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Duplicate of an incident…" open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">The sender is led to that incident.</p>
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
