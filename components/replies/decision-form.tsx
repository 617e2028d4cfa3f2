"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormCheck, FormSelect } from "@/components/ui/form";
import type { FormAction } from "@/lib/http/form-state";

const CHOICES = {
  incident: [
    { value: "upheld", name: "Upheld: the incident stays as it is" },
    { value: "amended", name: "Amended: the incident no longer names this agent" },
    { value: "withdrawn", name: "Withdrawn: the incident is unfounded and counts against nobody" },
  ],
  audit: [
    { value: "upheld", name: "Upheld: the audit stays as it is" },
    { value: "set_aside", name: "Set aside: the audit no longer counts" },
  ],
} as const;

interface DecideReplyFormProps<V> {
  action: FormAction<V>;
  kind: keyof typeof CHOICES;
  /** Of the incident or audit. */
  id: string;
  did: string;
  /** Whether a private report led to the incident. Its words must not be repeated without consent. */
  fromReport: boolean;
}

/** Decides about a reply, in two steps. */
export function DecideReplyForm<V>({ action, kind, id, did, fromReport }: DecideReplyFormProps<V>) {
  const form = useForm(action, { decision: "upheld" }, "The reply is decided.");
  return (
    <ActionForm ask="Decide…" form={form} hidden={{ id, ...(kind === "incident" ? { did } : {}) }} button="Decide">
      <p className="text-ink-2 text-sm">A decision is final. It is public, with its reason and your pseudonym.</p>
      <FormSelect id={`decision-${id}-${did}`} label="Decision" options={CHOICES[kind]} {...form.field("decision")} />
      <FormArea id={`reason-${id}-${did}`} label="Reason" hint="Public." {...form.field("reason")} />
      {fromReport && (
        <FormCheck
          {...form.field("reporter_agreed")}
          id={`agreed-${id}-${did}`}
          label="The reporter agreed to publish these words"
        />
      )}
    </ActionForm>
  );
}
