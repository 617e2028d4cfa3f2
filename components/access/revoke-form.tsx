"use client";

import type { ReactNode } from "react";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, openForm } from "@/lib/http/form-state";

interface RevokeFormProps<V> {
  action: FormAction<V>;
  id: string;
  /** The texts of the first and of the second step. */
  ask: string;
  confirm: string;
  /** Shown when it is done. */
  outcome: string;
  /** Explains the effect before it is done. */
  children: ReactNode;
}

/** Ends a credential or a session permanently, in two steps. An error message stays visible. */
export function RevokeForm<V>({ action, id, ask, confirm, outcome, children }: RevokeFormProps<V>) {
  const [state, form] = useForm(action, openForm<V>(), () => outcome);
  return (
    <div className="grid gap-3">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <Confirm summary={ask}>
        <form {...form}>
          <HiddenFields values={{ id }} />
          <div className="mb-3 max-w-[56ch] text-sm">{children}</div>
          <SubmitButton>{confirm}</SubmitButton>
        </form>
      </Confirm>
    </div>
  );
}
