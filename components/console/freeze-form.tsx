"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormText } from "@/components/ui/form";
import type { Freeze } from "@/lib/features/council/freezes/schema";
import type { FormAction } from "@/lib/http/form-state";

interface FreezeFormProps {
  action: FormAction<Freeze>;
  freeze: Freeze;
  reason?: string;
}

export function FreezeForm({ action, freeze, reason = "" }: FreezeFormProps) {
  const form = useForm(
    action,
    { reason },
    ({ subsystem, frozen }) =>
      `${subsystem === "relay" ? "The relay" : "Memory"} ${frozen ? "is frozen" : "is running again"}.`,
  );
  const { subsystem, frozen } = freeze;
  return (
    <ActionForm
      form={form}
      hidden={{ subsystem, frozen: String(!frozen) }}
      button={frozen ? `Unfreeze ${subsystem}` : `Freeze ${subsystem}`}
    >
      <FormArea
        id={`${subsystem}-reason`}
        label="Reason"
        hint={
          frozen
            ? "Public, in the council’s record."
            : "Public, on the status page during the freeze, and in the council’s record."
        }
        {...form.field("reason")}
      />
      {!frozen && (
        <FormText id={`${subsystem}-typed`} label={`Type ${subsystem} to freeze it`} mono {...form.field("typed")} />
      )}
    </ActionForm>
  );
}
