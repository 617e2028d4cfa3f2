"use client";

import { type SubmitEvent, useState } from "react";
import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { Field, FormArea } from "@/components/ui/form";
import { LIST_BOUNDS } from "@/lib/foundation/bounds";
import type { FormAction } from "@/lib/http/form-state";
import { WhoseAgents } from "./source-forms";

const TOO_LONG = "The file has more than 8 MB. Split it, or use npm run import.";

/** Room for the other fields. */
const MOST_BYTES = LIST_BOUNDS.bytes - 16_384;

/** Sends a list to be previewed, as a file or as text. The service refuses a longer one too, without these words. */
export function ListForm({ action }: { action: FormAction<undefined> }) {
  const form = useForm(action, {}, "The preview is ready. Nothing is stored yet.");
  const [isTooLong, setTooLong] = useState(false);
  const file = form.field("file");
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get("file");
    const isLong = chosen instanceof File && chosen.size > MOST_BYTES;
    setTooLong(isLong);
    if (isLong) event.preventDefault();
    else form.attributes.onSubmit?.(event);
  };
  return (
    <ActionForm form={{ ...form, attributes: { ...form.attributes, onSubmit: send } }} button="Preview">
      <Field
        label="File"
        hint="At most 8 MB and 2,000 records, in UTF-8 or UTF-16, not compressed."
        {...file}
        problems={isTooLong ? [TOO_LONG] : file.problems}
      >
        {({ defaultValue: _, className, ...control }) => (
          <input {...control} type="file" accept=".json,.jsonl,.ndjson,.txt" className={className} />
        )}
      </Field>
      <FormArea label="Or its text" rows={6} {...form.field("text")} />
      <WhoseAgents {...form.field("members")} />
    </ActionForm>
  );
}

interface ConfirmProps {
  action: FormAction<undefined>;
  /** The fields of `PreviewedList`. */
  list: Record<"name" | "packed" | "members", string>;
  /** How many agents are new or change. */
  count: number;
}

/** Imports a previewed list, which the form sends back. Nothing of it is stored in between. */
export function ConfirmListForm({ action, list, count }: ConfirmProps) {
  return (
    <DecisionForm
      action={action}
      hidden={list}
      button={`Import ${count.toLocaleString("en")} ${count === 1 ? "agent" : "agents"}`}
      outcome="The list is imported."
    />
  );
}
