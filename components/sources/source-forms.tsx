"use client";

import type { ReactNode } from "react";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import type { Source } from "@/lib/interop/sources/schema";
import { KINDS } from "./kinds";

/** Adds a list to follow. */
export function AddSourceForm({ action }: { action: FormAction<Source> }) {
  const [state, form] = useForm(action, openForm<Source>(), ({ address }) => `${address} is now followed.`);
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <FormSelect
        label="What it is"
        options={[
          { value: "", name: "Choose one" },
          ...Object.entries(KINDS).map(([value, name]) => ({ value, name })),
        ]}
        {...fieldOf(state, "kind")}
      />
      <FormText
        label="Address"
        hint="https only. For an MCP registry its base, for a publisher its ard.json, for an agent its card."
        type="url"
        mono
        {...fieldOf(state, "address")}
      />
      <FormText
        label="Minutes between fetches"
        hint="5 to 10,080. Leave empty for every hour."
        inputMode="numeric"
        {...fieldOf(state, "every_minutes")}
      />
      <div>
        <SubmitButton>Follow it</SubmitButton>
      </div>
    </form>
  );
}

interface DecideFormProps {
  action: FormAction<Source>;
  id: string;
  decision: "pause" | "resume" | "run" | "accept" | "keep" | "remove";
  button: string;
  /** Shown when it is done. */
  outcome: string;
  /** Explains the effect. With an explanation, the decision needs two steps. */
  children?: ReactNode;
}

/** Pausing is never the main action. */
const LOOKS: Partial<Record<DecideFormProps["decision"], "quiet">> = { pause: "quiet" };

/** Offers one decision on a source. */
export function DecideSourceForm({ action, id, decision, button, outcome, children }: DecideFormProps) {
  const [state, form] = useForm(action, openForm<Source>(), () => outcome);
  const inside = (
    <form {...form}>
      <HiddenFields values={{ id, action: decision }} />
      {children && <div className="mb-3 max-w-[56ch] text-sm">{children}</div>}
      <SubmitButton look={LOOKS[decision] ?? "solid"}>{button}</SubmitButton>
    </form>
  );
  return (
    <div className="grid gap-3">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      {children ? <Confirm summary={`${button}…`}>{inside}</Confirm> : inside}
    </div>
  );
}
