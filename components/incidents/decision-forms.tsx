"use client";

import { ActionForm } from "@/components/forms/action-form";
import { type SentForm, useForm } from "@/components/forms/use-form";
import { FormArea, FormCheck, FormSelect } from "@/components/ui/form";
import type { Incident, IncidentStatus } from "@/lib/features/incidents/schema";
import type { FormAction } from "@/lib/http/form-state";

const MOVES: Record<IncidentStatus, { summary: string; effect: string; button: string }> = {
  FROZEN: {
    summary: "Investigate the incident…",
    effect: "This shows that operators investigate the incident. It does not freeze a subsystem.",
    button: "Investigate it",
  },
  OPEN: { summary: "Reopen it…", effect: "The incident is not over.", button: "Reopen it" },
  RESOLVED: {
    summary: "Resolve it…",
    effect: "The incident is over. You cannot reopen it.",
    button: "Resolve it",
  },
  EXPORTED: {
    summary: "Export and seal it…",
    effect: "The record is hashed and the hash is anchored. After that, the record can never change.",
    button: "Export and seal it",
  },
};

const FINDINGS = [
  { value: "false", name: "It happened" },
  { value: "true", name: "Unfounded: it no longer lowers any score" },
];

interface DecisionFormProps {
  action: FormAction<Incident>;
  id: number;
  /** Whether a private report led to the incident. Its words must not be repeated without consent. */
  fromReport: boolean;
}

interface MoveFormProps extends DecisionFormProps {
  to: IncidentStatus;
}

export function MoveForm({ action, id, to, fromReport }: MoveFormProps) {
  const form = useForm(action, { unfounded: "false" }, (incident) => `The incident is now ${incident.status}.`);
  const { summary, effect, button } = MOVES[to];
  return (
    <ActionForm ask={summary} form={form} hidden={{ id: String(id), status: to }} button={button}>
      <p className="text-ink-2 text-sm">{effect}</p>
      {to === "RESOLVED" && <FormSelect label="Finding" options={FINDINGS} {...form.field("unfounded")} />}
      <FormArea id={`note-${to}`} label="Note" hint="Public, in the timeline." {...form.field("note")} />
      <AgreedTick id={`agreed-${to}`} isShown={fromReport} form={form} />
    </ActionForm>
  );
}

export function ConfirmationForm({ action, id, fromReport }: DecisionFormProps) {
  const form = useForm(action, {}, "The incident is confirmed.");
  return (
    <ActionForm ask="Confirm it…" form={form} hidden={{ id: String(id) }} button="Confirm it">
      <p className="text-ink-2 text-sm">
        After that, it lowers the scores of the agents that it names. If it is critical, it also lowers their tiers.
      </p>
      <FormArea id="note-confirm" label="Note" hint="Public, in the timeline." {...form.field("note")} />
      <AgreedTick id="agreed-confirm" isShown={fromReport} form={form} />
    </ActionForm>
  );
}

interface StrikeFormProps extends DecisionFormProps {
  did: string;
}

export function StrikeForm({ action, id, did, fromReport }: StrikeFormProps) {
  const form = useForm(action, {}, `${did} is struck from the incident.`);
  return (
    <ActionForm
      ask="Strike this agent…"
      form={form}
      hidden={{ id: String(id), did }}
      button="Strike this agent from the incident"
    >
      <FormArea
        id={`note-${did}`}
        label="Note"
        hint="Public, in the timeline. Why the incident does not concern this agent. Its score recovers at once. A grant that the incident ended becomes valid again."
        {...form.field("note")}
      />
      <AgreedTick id={`agreed-${did}`} isShown={fromReport} form={form} />
    </ActionForm>
  );
}

export function UpdateForm({ action, id, fromReport }: DecisionFormProps) {
  const form = useForm(action, {}, "The update is posted.");
  return (
    <ActionForm ask="Post an update…" form={form} hidden={{ id: String(id) }} button="Post the update">
      <FormArea
        id="note-update"
        label="Note"
        hint="What has changed. Public, in the timeline, on the status page and in the feeds."
        {...form.field("note")}
      />
      <AgreedTick id="agreed-update" isShown={fromReport} form={form} />
    </ActionForm>
  );
}

/** Publishes the postmortem of a resolved incident, or its next version. @param text the previous version, or "" */
export function PostmortemForm({ action, id, text, fromReport }: DecisionFormProps & { text: string }) {
  const form = useForm(action, { text }, "The postmortem is published.");
  return (
    <ActionForm
      ask={text === "" ? "Write the postmortem…" : "Revise the postmortem…"}
      form={form}
      hidden={{ id: String(id) }}
      button="Publish the postmortem"
    >
      <p className="text-ink-2 text-sm">
        Each version stays in the timeline and in the log. The export seals it, and nothing can be added after that.
      </p>
      <FormArea
        id="text-postmortem"
        label="Postmortem"
        hint="Public. In markdown: what happened, why, and what was done about it."
        rows={12}
        {...form.field("text")}
      />
      <AgreedTick id="agreed-postmortem" isShown={fromReport} form={form} />
    </ActionForm>
  );
}

/** Asks whether the reporter agreed, if a private report led to the incident. */
function AgreedTick({ id, isShown, form }: { id: string; isShown: boolean; form: SentForm<Incident> }) {
  return (
    isShown && (
      <FormCheck {...form.field("reporter_agreed")} id={id} label="The reporter agreed to publish these words" />
    )
  );
}
