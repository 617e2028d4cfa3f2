"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormSelect, FormText } from "@/components/ui/form";
import type { OwnDigest } from "@/lib/features/queues/digests/schema";
import type { FormAction } from "@/lib/http/form-state";

const OPTIONS = [
  { value: "hour", name: "Each hour" },
  { value: "day", name: "Each day" },
];

interface DigestFormsProps {
  own: OwnDigest;
  choose: FormAction<OwnDigest>;
  prove: FormAction<OwnDigest>;
  end: FormAction<OwnDigest>;
}

export function DigestForms({ own: { email, every, proven }, choose, prove, end }: DigestFormsProps) {
  const isAsked = email !== "" && !proven;
  return (
    <div className="mt-4 grid gap-6">
      {isAsked && <ProveForm key={email} action={prove} email={email} />}
      <ChooseForm
        key={`${email} ${every}`}
        action={choose}
        email={email}
        every={every}
        ask={email === "" ? undefined : proven ? "Change…" : "Another address, or a new code…"}
      />
      {email !== "" && (
        <DecisionForm
          action={end}
          hidden={{}}
          look="quiet"
          button={proven ? "Stop these e-mails" : "Delete this address"}
          outcome="The address is deleted."
        />
      )}
    </div>
  );
}

function ProveForm({ action, email }: { action: FormAction<OwnDigest>; email: string }) {
  const form = useForm(action, {}, "Your address is confirmed. You now get e-mails about waiting items.");
  return (
    <ActionForm form={form} button="Confirm">
      <FormText
        label="Code"
        hint={`The eight digits in the e-mail to ${email}.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        {...form.field("code")}
      />
    </ActionForm>
  );
}

/** Changes the address and how often. @param ask the step before the form, if an address is known */
function ChooseForm({
  action,
  ask,
  ...values
}: {
  action: FormAction<OwnDigest>;
  email: string;
  every: string;
  ask: string | undefined;
}) {
  const form = useForm(action, values, ({ proven }) => (proven ? "Saved." : "An e-mail with a code is on its way."));
  return (
    <ActionForm form={form} button={ask === undefined ? "Send me a code" : "Save"} ask={ask}>
      <FormText
        label="E-mail"
        hint={ask === undefined ? undefined : "A new address needs a code. Until you enter it, you get no e-mails."}
        type="email"
        autoComplete="email"
        {...form.field("email")}
      />
      <FormSelect label="How often" options={OPTIONS} {...form.field("every")} />
    </ActionForm>
  );
}
