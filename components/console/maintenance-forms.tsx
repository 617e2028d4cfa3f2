"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormCheck, FormText } from "@/components/ui/form";
import type { Maintenance } from "@/lib/features/status/maintenance/schema";
import type { FormAction } from "@/lib/http/form-state";

interface AnnounceFormProps {
  action: FormAction<Maintenance>;
  components: readonly { name: string; title: string }[];
}

export function AnnounceMaintenanceForm({ action, components }: AnnounceFormProps) {
  const form = useForm(action, {}, "The maintenance is announced.");
  const { problems = [] } = form.field("components");
  const time = "In UTC, as 2026-11-28 14:00.";
  return (
    <ActionForm form={form} button="Announce maintenance">
      <FormText label="Start" hint={`${time} In the future.`} mono {...form.field("starts_at")} />
      <FormText label="End" hint={time} mono {...form.field("ends_at")} />
      <fieldset>
        <legend className="font-semibold text-sm">Components that may not work</legend>
        {problems.length > 0 && (
          <p role="alert" className="mt-1 font-semibold text-sm">
            {problems.join(" ")}
          </p>
        )}
        {components.map(({ name, title }) => (
          <FormCheck key={name} label={title} id={`component-${name}`} {...form.field(`component:${name}`)} />
        ))}
      </fieldset>
      <FormArea
        label="Work"
        hint="Public, on the status page and in the council’s record: the work, and its effects for users."
        {...form.field("text")}
      />
    </ActionForm>
  );
}

export function CancelMaintenanceForm({ action, id }: { action: FormAction<Maintenance>; id: number }) {
  const form = useForm(action, {}, "The maintenance is cancelled.");
  return (
    <ActionForm ask="Cancel or end early…" form={form} hidden={{ id: String(id) }} button="Cancel the maintenance">
      <FormArea
        id={`cancel-${id}`}
        label="Reason"
        hint="Public, on the status page and in the council’s record."
        {...form.field("reason")}
      />
    </ActionForm>
  );
}
