"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormSelect } from "@/components/ui/form";
import type { Assignment, Colleague, WorkItem, WorkKey } from "@/lib/features/queues/schema";
import type { FormAction } from "@/lib/http/form-state";

export type AssignAction = FormAction<WorkItem>;

interface WorkFormProps {
  action: AssignAction;
  item: WorkKey & Assignment;
  colleagues: readonly Colleague[];
}

const nameOf = ({ operator, name }: Colleague) => name || operator;

export function WorkForm({ action, item, colleagues }: WorkFormProps) {
  const { queue, id, assignee, note, changed_at } = item;
  const form = useForm(
    action,
    { assignee: assignee?.operator ?? "", note },
    ({ assignee: now }) => `Saved. ${now ? `Assigned to ${nameOf(now)}.` : "Nobody is assigned."}`,
  );
  if (form.state.outcome === "done") return <p className="text-sm">Saved.</p>;
  const known = colleagues.some(({ operator }) => operator === assignee?.operator);
  const options = [...colleagues, ...(assignee && !known ? [assignee] : [])];
  const key = `${queue}-${id.replace(/\W/g, "-")}`;
  return (
    <ActionForm form={form} hidden={{ queue, id, seen: changed_at ?? "" }} button="Save" className="max-w-xl gap-4">
      <FormSelect
        {...form.field("assignee")}
        id={`assignee-${key}`}
        label="Assigned to"
        options={[{ value: "", name: "Nobody" }, ...options.map((one) => ({ value: one.operator, name: nameOf(one) }))]}
      />
      <FormArea
        {...form.field("note")}
        id={`note-${key}`}
        label="Private note"
        optional
        hint="Only operators can read it. It is erased with the personal data of the item, and at the latest a year after its last change."
      />
    </ActionForm>
  );
}

export function TakeForm({ action, item, me }: { action: AssignAction; item: WorkKey & Assignment; me: string }) {
  const { queue, id, note, changed_at } = item;
  return (
    <DecisionForm
      action={action}
      hidden={{ queue, id, note, assignee: me, seen: changed_at ?? "" }}
      look="quiet"
      button="Assign to me"
      outcome="It is assigned to you."
    />
  );
}

export function AssignmentText({ item: { assignee, note }, me }: { item: Assignment; me: string | undefined }) {
  if (assignee === null && note === "") return null;
  return (
    <div className="grid gap-1 text-sm">
      {assignee && (
        <p>
          Assigned to <bdi className="font-semibold">{assignee.operator === me ? "you" : nameOf(assignee)}</bdi>
        </p>
      )}
      {note !== "" && (
        <p className="max-w-[68ch] whitespace-pre-line border-rule border-l-2 pl-3 text-ink-2 [overflow-wrap:anywhere]">
          <span className="sr-only">Private note: </span>
          <bdi>{note}</bdi>
        </p>
      )}
    </div>
  );
}
