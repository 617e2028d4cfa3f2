"use client";

import { decideTexts } from "@/components/console/texts";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { RfcStatus, RfcSummary } from "@/lib/features/rfcs/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const WORDS: Record<RfcStatus, { offer: string; effect: string; button: string }> = decideTexts.moves;

interface DecideFormProps {
  action: FormAction<RfcSummary>;
  number: number;
  status: RfcStatus;
  /** The RFCs in force that could replace it. */
  successors: readonly { number: number; title: string }[];
}

/** Decides on an RFC. It shows the effect, and asks for the reason and for the RFC's number. */
export function DecideForm({ action, number, status, successors }: DecideFormProps) {
  const [state, form] = useForm(action, openForm<RfcSummary>(), (rfc) => `RFC ${rfc.number} is now ${rfc.status}.`);
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
          hint="Shown on the RFC’s page and in the council’s log, with the present verdicts."
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
