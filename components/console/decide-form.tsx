"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import type { RfcStatus, RfcSummary } from "@/lib/rfcs/schema";

const WORDS: Record<RfcStatus, { offer: string; effect: string; button: string }> = {
  DRAFT: { offer: "Make it a draft…", effect: "", button: "Make it a draft" },
  ACTIVE: {
    offer: "Make it a rule…",
    effect: "It is in force from then on. Its text stays as it is; reviews stay open.",
    button: "Make it a rule",
  },
  FROZEN: {
    offer: "Freeze it…",
    effect: "It stays in force and is closed for good: no more reviews, and no other RFC can supersede it.",
    button: "Freeze it for good",
  },
  SUPERSEDED: {
    offer: "Supersede it…",
    effect: "It is no longer in force, for good. Its page leads to the one in its place.",
    button: "Supersede it for good",
  },
};

interface DecideFormProps {
  action: FormAction<RfcSummary>;
  number: number;
  status: RfcStatus;
  /** What is in force and could stand in its place. */
  successors: readonly { number: number; title: string }[];
}

/** Decides on an RFC: what that does, the reason, and its number typed once more. */
export function DecideForm({ action, number, status, successors }: DecideFormProps) {
  const [state, form] = useForm(action, openForm<RfcSummary>(), (rfc) => `RFC ${rfc.number} is ${rfc.status} now.`);
  const message = state.outcome === "open" ? state.message : undefined;
  const { offer, effect, button } = WORDS[status];
  return (
    <Confirm summary={offer} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <p className="text-ink-2 text-sm">{effect}</p>
        <FormNotice message={message} />
        <HiddenFields values={{ number: String(number), status }} />
        {status === "SUPERSEDED" && (
          <FormSelect
            label="Successor"
            options={[
              { value: "", name: "Choose one" },
              ...successors.map((other) => ({
                value: String(other.number),
                name: `RFC ${other.number}: ${other.title}`,
              })),
            ]}
            {...fieldOf(state, "superseded_by")}
          />
        )}
        <FormArea
          id={`${status}-reason`}
          label="Reason"
          hint="It stands on the RFC’s page and in the council’s log, beside the verdicts of this moment."
          {...fieldOf(state, "reason")}
        />
        <FormText
          id={`${status}-typed`}
          label={`Type ${number} to decide`}
          mono
          inputMode="numeric"
          {...fieldOf(state, "typed")}
        />
        <div>
          <SubmitButton>{button}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
