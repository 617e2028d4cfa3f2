"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormCheck, FormText } from "@/components/ui/form";
import type { Redaction, RedactionEffect } from "@/lib/features/council/redactions/schema";
import type { FormAction } from "@/lib/http/form-state";

interface RedactFormProps {
  action: FormAction<Redaction>;
  effect: RedactionEffect;
}

export function RedactForm({ action, effect: { subject, id, texts } }: RedactFormProps) {
  const form = useForm(action, {}, ({ fields }) => `Redacted: ${fields.join(", ")}.`);
  const { problems = [] } = form.field("fields");
  return (
    <ActionForm form={form} hidden={{ subject, id }} button="Redact permanently">
      <fieldset>
        <legend className="font-semibold text-sm">Texts</legend>
        {problems.length > 0 && (
          <p role="alert" className="mt-1 font-semibold text-sm">
            {problems.join(" ")}
          </p>
        )}
        {texts.map(({ field }) => (
          <FormCheck key={field} id={`redact-${field}`} label={field} {...form.field(`field:${field}`)} />
        ))}
      </fieldset>
      <FormArea
        label="Reason"
        hint="Public: it is in the council’s log, and in the place of each text. Do not repeat what you redact, and name no person."
        {...form.field("reason")}
      />
      <FormText label="Type redact to confirm" mono {...form.field("typed")} />
    </ActionForm>
  );
}
