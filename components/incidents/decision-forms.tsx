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
  { value: "false", name: moveTexts.happened },
  { value: "true", name: moveTexts.unfounded },
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
  const [state, form] = useForm(action, openForm<Incident>({ unfounded: "false" }), (incident) =>
    moveTexts.moved(incident.status),
  );
  const message = state.outcome === "open" ? state.message : undefined;
  const { summary, effect, button } = MOVES[to];
  return (
    <Confirm summary={summary} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">{effect}</p>
        <HiddenFields values={{ id: String(id), status: to }} />
        {to === "RESOLVED" && (
          <FormSelect label={moveTexts.finding} options={FINDINGS} {...fieldOf(state, "unfounded")} />
        )}
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
  const [state, form] = useForm(action, openForm<Incident>(), () => moveTexts.confirmed);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={moveTexts.confirm} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">{moveTexts.confirmMeans}</p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea id="note-confirm" label={moveTexts.note} hint={moveTexts.noteHint} {...fieldOf(state, "note")} />
        <AgreedTick id="agreed-confirm" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>{moveTexts.confirmIt}</SubmitButton>
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
  const [state, form] = useForm(action, openForm<Incident>(), () => moveTexts.struck(did));
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={moveTexts.strike} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id), did }} />
        <FormArea id={`note-${did}`} label={moveTexts.note} hint={moveTexts.strikeHint} {...fieldOf(state, "note")} />
        <AgreedTick id={`agreed-${did}`} isShown={fromReport} state={state} />
        <div>
          <SubmitButton>{moveTexts.strikeIt}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Adds an update to an incident without changing its status. */
export function UpdateForm({ action, id, fromReport }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => moveTexts.updated);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={moveTexts.update} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id) }} />
        <FormArea id="note-update" label={moveTexts.note} hint={moveTexts.updateHint} {...fieldOf(state, "note")} />
        <AgreedTick id="agreed-update" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>{moveTexts.updateIt}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Publishes the postmortem of a resolved incident, or its next version. @param text the previous version, or "" */
export function PostmortemForm({ action, id, text, fromReport }: DecisionFormProps & { text: string }) {
  const [state, form] = useForm(action, openForm<Incident>({ text }), () => moveTexts.published);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={text === "" ? moveTexts.write : moveTexts.revise} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">{moveTexts.postmortemMeans}</p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="text-postmortem"
          label={moveTexts.postmortem}
          hint={moveTexts.postmortemHint}
          rows={12}
          {...fieldOf(state, "text")}
        />
        <AgreedTick id="agreed-postmortem" isShown={fromReport} state={state} />
        <div>
          <SubmitButton>{moveTexts.publish}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Asks whether the reporter agreed, if a private report led to the incident. */
function AgreedTick({ id, isShown, state }: { id: string; isShown: boolean; state: FormState<Incident> }) {
  return isShown && <FormCheck {...fieldOf(state, "reporter_agreed")} id={id} label={agreedTexts.agreed} />;
}
