"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormText } from "@/components/ui/form";
import type { Report } from "@/lib/features/incidents/reports/schema";
import type { FormAction } from "@/lib/http/form-state";

interface DecisionFormProps {
  action: FormAction<Report>;
  id: string;
}

export function DismissForm({ action, id }: DecisionFormProps) {
  const form = useForm(action, {}, "Dismissed.");
  return (
    <ActionForm
      ask="Dismiss…"
      form={form}
      hidden={{ id }}
      button="Dismiss"
      intro={<p className="text-sm">Only the fact that a report was dismissed becomes public. You cannot undo this.</p>}
      className="gap-4"
    >
      <FormArea {...form.field("reason")} label="Reason" hint="The sender reads it." />
    </ActionForm>
  );
}

export function DuplicateForm({ action, id, about }: DecisionFormProps & { about: string }) {
  const form = useForm(action, { incident: about }, "Marked as a duplicate.");
  return (
    <ActionForm
      ask="Duplicate of an incident…"
      form={form}
      hidden={{ id }}
      button="Mark as duplicate"
      intro={<p className="text-sm">The sender’s page then links to that incident.</p>}
      className="gap-4"
    >
      <FormText {...form.field("incident")} id="duplicate-of" label="Number of the incident" inputMode="numeric" mono />
    </ActionForm>
  );
}
