"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import type { RfcStatus, RfcSummary } from "@/lib/features/rfcs/schema";
import type { FormAction } from "@/lib/http/form-state";

const WORDS: Record<RfcStatus, { offer: string; effect: string; button: string }> = {
  DRAFT: { offer: "Make it a draft…", effect: "", button: "Make it a draft" },
  ACTIVE: {
    offer: "Put it in force…",
    effect: "The RFC is then in force. Its text does not change, and reviews stay open.",
    button: "Put it in force",
  },
  FROZEN: {
    offer: "Make it final…",
    effect:
      "The RFC stays in force and can never change again. It takes no more reviews, and no other RFC can supersede it.",
    button: "Make it final",
  },
  SUPERSEDED: {
    offer: "Supersede it…",
    effect: "The RFC is permanently out of force. Its page links to its successor.",
    button: "Supersede it permanently",
  },
};

interface DecideFormProps {
  action: FormAction<RfcSummary>;
  number: number;
  status: RfcStatus;
  /** The RFCs in force that could replace it. */
  successors: readonly { number: number; title: string }[];
}

export function DecideForm({ action, number, status, successors }: DecideFormProps) {
  const form = useForm(action, {}, (rfc) => `RFC ${rfc.number} is now ${rfc.status}.`);
  const { offer, effect, button } = WORDS[status];
  return (
    <ActionForm
      ask={offer}
      form={form}
      hidden={{ number: String(number), status }}
      button={button}
      intro={<p className="text-ink-2 text-sm">{effect}</p>}
    >
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
          {...form.field("superseded_by")}
        />
      )}
      <FormArea
        id={`${status}-reason`}
        label="Reason"
        hint="Public, on the RFC’s page and in the council’s record, with the present verdicts."
        {...form.field("reason")}
      />
      <FormText
        id={`${status}-typed`}
        label={`Type ${number} to decide`}
        mono
        inputMode="numeric"
        {...form.field("typed")}
      />
    </ActionForm>
  );
}
