"use client";

import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Freeze } from "@/lib/features/council/freezes/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

interface FreezeFormProps {
  action: FormAction<Freeze>;
  freeze: Freeze;
  /** The reason to begin with. */
  reason?: string;
}

/** Freezes a running subsystem after the operator typed its name, or unfreezes a frozen one. */
export function FreezeForm({ action, freeze, reason = "" }: FreezeFormProps) {
  const [state, form] = useForm(
    action,
    openForm<Freeze>({ reason }),
    ({ subsystem, frozen }) =>
      `${subsystem === "relay" ? "The relay" : "Memory"} ${frozen ? "is frozen" : "is running again"}.`,
  );
  const { subsystem, frozen } = freeze;
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ subsystem, frozen: String(!frozen) }} />
      <FormArea
        id={`${subsystem}-reason`}
        label="Reason"
        hint={
          frozen
            ? "Shown in the council’s log."
            : "Shown on the status page during the freeze, and in the council’s log."
        }
        {...fieldOf(state, "reason")}
      />
      {!frozen && (
        <FormText
          id={`${subsystem}-typed`}
          label={`Type ${subsystem} to freeze it`}
          mono
          {...fieldOf(state, "typed")}
        />
      )}
      <div>
        <SubmitButton>{frozen ? `Unfreeze ${subsystem}` : `Freeze ${subsystem}`}</SubmitButton>
      </div>
    </form>
  );
}
