"use client";

import { useForm } from "@/components/forms/use-form";
import { agreedTexts, moveTexts } from "@/components/incidents/texts";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormCheck, FormNotice, FormSelect } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Incident, IncidentStatus } from "@/lib/features/incidents/schema";
import { type FormAction, type FormState, fieldOf, openForm } from "@/lib/http/form-state";

const MOVES: Record<IncidentStatus, { summary: string; effect: string; button: string }> = moveTexts.moves;

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

/** Moves an incident to its next status, with a note. */
export function MoveForm({ action, id, to, fromReport }: MoveFormProps) {
  const [state, form] = useForm(
    action,
    openForm<Incident>({ unfounded: "false" }),
    (incident) => `The incident is now ${incident.status}.`,
  );
  const message = state.outcome === "open" ? state.message : undefined;
  const { summary, effect, button } = MOVES[to];
  return (
    <Confirm summary={summary} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">{effect}</p>
        <HiddenFields values={{ id: String(id), status: to }} />
        {to === "RESOLVED" && <FormSelect label="Finding" options={FINDINGS} {...fieldOf(state, "unfounded")} />}
        <FormArea id={`note-${to}`} label={moveTexts.note} hint={moveTexts.noteHint} {...fieldOf(state, "note")} />
        <AgreedTick id={`agreed-${to}`} isShown={fromReport} state={state} />
        <div>
          <SubmitButton>{button}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Confirms an incident that an agent reported. */
export function ConfirmationForm({ action, id, fromReport }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => "The incident is confirmed.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Confirm it…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">
          After that, it lowers the scores of the agents that it names. If it is critical, it also lowers their tiers.
        </p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea id="note-confirm" label={moveTexts.note} hint={moveTexts.noteHint} {...fieldOf(state, "note")} />
        <AgreedTick id="agreed-confirm" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>Confirm it</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

interface StrikeFormProps extends DecisionFormProps {
  did: string;
}

/** Strikes an agent from an incident. */
export function StrikeForm({ action, id, did, fromReport }: StrikeFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => `${did} is struck from the incident.`);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Strike this agent…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id), did }} />
        <FormArea
          id={`note-${did}`}
          label={moveTexts.note}
          hint="Why the incident does not concern this agent. Its score recovers at once. A grant that the incident ended becomes valid again."
          {...fieldOf(state, "note")}
        />
        <AgreedTick id={`agreed-${did}`} isShown={fromReport} state={state} />
        <div>
          <SubmitButton>Strike this agent from the incident</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Adds an update to an incident without changing its status. */
export function UpdateForm({ action, id, fromReport }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => "The update is posted.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Post an update…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="note-update"
          label={moveTexts.note}
          hint="What has changed. Public, in the timeline, on the status page and in the feeds."
          {...fieldOf(state, "note")}
        />
        <AgreedTick id="agreed-update" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>Post the update</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Publishes the postmortem of a resolved incident, or its next version. @param text the previous version, or "" */
export function PostmortemForm({ action, id, text, fromReport }: DecisionFormProps & { text: string }) {
  const [state, form] = useForm(action, openForm<Incident>({ text }), () => "The postmortem is published.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={text === "" ? "Write the postmortem…" : "Revise the postmortem…"} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">
          Each version stays in the timeline and in the log. The export seals it, and nothing can be added after that.
        </p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="text-postmortem"
          label="Postmortem"
          hint="In markdown: what happened, why, and what was done about it."
          rows={12}
          {...fieldOf(state, "text")}
        />
        <AgreedTick id="agreed-postmortem" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>Publish the postmortem</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Asks whether the reporter agreed, if a private report led to the incident. */
function AgreedTick({ id, isShown, state }: { id: string; isShown: boolean; state: FormState<Incident> }) {
  return isShown && <FormCheck {...fieldOf(state, "reporter_agreed")} id={id} label={agreedTexts.agreed} />;
}
