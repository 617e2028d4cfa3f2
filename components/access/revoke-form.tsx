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
  /** The first step's words, and the second's. */
  ask: string;
  confirm: string;
  /** What is said once it is done. */
  outcome: string;
  /** What it does, before it is done. */
  children: ReactNode;
}

/** Ends a credential or a session for good, in two steps. What it was refused with stays in sight. */
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
