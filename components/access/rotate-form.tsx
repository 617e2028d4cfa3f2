"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormSelect } from "@/components/ui/form";
import type { IssuedCredential } from "@/lib/features/access/schema";
import type { FormAction } from "@/lib/http/form-state";
import { NewToken } from "./new-token";

const GRACES = [
  { value: "86400", name: "One day" },
  { value: "3600", name: "One hour" },
  { value: "604800", name: "Seven days" },
  { value: "0", name: "Not at all" },
];

interface RotateFormProps {
  action: FormAction<IssuedCredential>;
  /** The credential, and an idempotency key made when the form is shown, so a form that is sent twice rotates once. */
  fields: Record<string, string>;
  /** Whether the credential can still be rotated. */
  open: boolean;
  /** The text of the first of two steps. If absent, there is one step. */
  ask?: string;
}

export function RotateForm({ action, fields, open, ask }: RotateFormProps) {
  const form = useForm(action, { grace_seconds: "86400" });
  const { state } = form;
  if (state.outcome === "done") return <NewToken issued={state.value} />;
  if (!open) return <p className="text-ink-2 text-sm">This credential has ended or was already rotated.</p>;
  return (
    <ActionForm ask={ask} form={form} hidden={fields} button={ask === undefined ? "Rotate" : "Rotate it now"}>
      <FormSelect
        label="How long the old token keeps working"
        hint="This gives programs time to change to the new token."
        options={GRACES}
        {...form.field("grace_seconds")}
      />
    </ActionForm>
  );
}
