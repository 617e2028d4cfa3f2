"use client";

import type { ReactNode } from "react";
import { useForm } from "@/components/forms/use-form";
import { sourceFormTexts } from "@/components/sources/texts";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import type { Source } from "@/lib/interop/sources/schema";
import { KINDS } from "./kinds";

/** Adds a list to follow. */
export function AddSourceForm({ action }: { action: FormAction<Source> }) {
  const [state, form] = useForm(action, openForm<Source>(), ({ address }) => sourceFormTexts.followedNow(address));
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <FormSelect
        label={sourceFormTexts.kind}
        options={[
          { value: "", name: sourceFormTexts.choose },
          ...Object.entries(KINDS).map(([value, name]) => ({ value, name })),
        ]}
        {...fieldOf(state, "kind")}
      />
      <FormText
        label={sourceFormTexts.address}
        hint={sourceFormTexts.addressHint}
        type="url"
        mono
        {...fieldOf(state, "address")}
      />
      <FormText
        label={sourceFormTexts.minutes}
        hint={sourceFormTexts.minutesHint}
        inputMode="numeric"
        {...fieldOf(state, "every_minutes")}
      />
      <div>
        <SubmitButton>{sourceFormTexts.follow}</SubmitButton>
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
