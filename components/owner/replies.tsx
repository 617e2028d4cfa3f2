"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea } from "@/components/ui/form";
import type { Dispute } from "@/lib/features/disputes/schema";
import type { FormAction } from "@/lib/http/form-state";

interface ReplyFormProps {
  action: FormAction<Dispute>;
  record: string;
  did: string;
  /** The owner's present reply, or "". */
  text: string;
}

export function ReplyForm({ action, record, did, text }: ReplyFormProps) {
  const form = useForm(action, { text }, "The reply is published.");
  return (
    <ActionForm
      ask={text === "" ? "Reply in public…" : "Amend the reply…"}
      form={form}
      hidden={{ record, did }}
      button="Publish the reply"
    >
      <FormArea
        id={`text-${record}`}
        label="Reply"
        hint="Public, at most 4,000 characters. You cannot delete it. Earlier versions stay readable. Addresses are shown as text. It may contain no DID that the record does not contain."
        rows={8}
        {...form.field("text")}
      />
    </ActionForm>
  );
}
