"use client";

import { ActionForm } from "@/components/forms/action-form";
import type { SentForm } from "@/components/forms/use-form";
import { FormArea } from "@/components/ui/form";
import type { RefusedWork } from "@/lib/features/queues/schema";
import { QUEUE_NAMES } from "@/lib/features/queues/words";
import type { FormAction } from "@/lib/http/form-state";

export type RefuseAction = FormAction<RefusedWork>;

/** The id of the form, which the marks in the list's rows belong to. */
export const REFUSE_FORM = "refuse-marked";

const counted = (count: number) => (count === 1 ? "1 item is" : `${count} items are`);
export const wordsOf = ({ refused }: RefusedWork) => `${counted(refused)} rejected or dismissed.`;

/** Rejects the marked applications and dismisses the marked reports, with one reason. */
export function RefuseForm({ form }: { form: SentForm<RefusedWork> }) {
  const { state } = form;
  return (
    <div className="mt-6">
      {state.outcome === "done" && <Refused refused={state.value} />}
      <ActionForm
        form={{ ...form, attributes: { ...form.attributes, id: REFUSE_FORM } }}
        ask="Reject or dismiss the marked items…"
        button="Reject or dismiss them"
      >
        <p className="text-sm">
          Marked applications are rejected, and marked reports are dismissed. Nothing is decided about the others.
        </p>
        <FormArea label="Reason" hint="Every applicant and sender reads it." {...form.field("reason")} />
      </ActionForm>
    </div>
  );
}

function Refused({ refused }: { refused: RefusedWork }) {
  return (
    <div className="mb-4 grid gap-2 text-sm">
      <p>{wordsOf(refused)}</p>
      {refused.left.map(({ item: { queue, id }, message }) => (
        <p key={`${queue} ${id}`} className="font-semibold [overflow-wrap:anywhere]">
          {`${QUEUE_NAMES[queue].one} ${id}: ${message}`}
        </p>
      ))}
    </div>
  );
}
