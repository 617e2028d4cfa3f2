"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { IssuedCredential } from "@/lib/access/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { TokenOnce } from "./token-once";

const GRACES = [
  { value: "86400", name: "One day" },
  { value: "3600", name: "One hour" },
  { value: "604800", name: "Seven days" },
  { value: "0", name: "Not at all" },
];

interface RotateFormProps {
  action: FormAction<IssuedCredential>;
  /** Which credential is meant, and the idempotency key of this form as it was shown: sent twice, it rotates once. */
  fields: Record<string, string>;
  /** Whether it still can be rotated. */
  open: boolean;
  /** The first of two steps, in words; absent: there is one. */
  ask?: string;
}

/** Puts a new token in a credential's place. */
export function RotateForm({ action, fields, open, ask }: RotateFormProps) {
  const [state, form] = useForm(action, openForm<IssuedCredential>({ grace_seconds: "86400" }));
  if (state.outcome === "done") return <TokenOnce issued={state.value} />;
  if (!open) return <p className="text-ink-2 text-sm">It has ended or was rotated already.</p>;
  const shown = (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.message} />
      <HiddenFields values={fields} />
      <FormSelect
        label="How long the old token goes on working"
        hint="So that nobody is cut off while it is swapped."
        options={GRACES}
        {...fieldOf(state, "grace_seconds")}
      />
      <div>
        <SubmitButton>{ask === undefined ? "Rotate" : "Rotate it now"}</SubmitButton>
      </div>
    </form>
  );
  if (ask === undefined) return shown;
  return (
    <Confirm summary={ask} open={state.message !== undefined}>
      {shown}
    </Confirm>
  );
}
