"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import type { Incident, IncidentStatus } from "@/lib/incidents/schema";

const MOVES: Record<IncidentStatus, { summary: string; effect: string; button: string }> = {
  FROZEN: {
    summary: "Freeze the incident…",
    effect: "It is looked into, and says so. This freezes no subsystem: that is a decision of its own.",
    button: "Freeze it",
  },
  OPEN: { summary: "Open it again…", effect: "It goes on.", button: "Open it again" },
  RESOLVED: {
    summary: "Resolve it…",
    effect: "It is over, and cannot be opened again.",
    button: "Resolve it",
  },
  EXPORTED: {
    summary: "Export and seal it…",
    effect: "Its record is hashed, the hash anchored, and nothing of it changes ever after.",
    button: "Export and seal it",
  },
};

const FINDINGS = [
  { value: "false", name: "It happened" },
  { value: "true", name: "Unfounded: it weighs on nobody any more" },
];

interface MoveFormProps {
  action: FormAction<Incident>;
  id: number;
  to: IncidentStatus;
}

/** Moves an incident on, with a note. */
export function MoveForm({ action, id, to }: MoveFormProps) {
  const [state, form] = useForm(
    action,
    openForm<Incident>({ unfounded: "false" }),
    (incident) => `The incident is ${incident.status} now.`,
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
        <FormArea
          id={`note-${to}`}
          label="Note"
          hint="It stands in the timeline, for everyone."
          {...fieldOf(state, "note")}
        />
        <div>
          <SubmitButton>{button}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

interface DecisionFormProps {
  action: FormAction<Incident>;
  id: number;
}

/** Confirms an incident that an agent reported. */
export function ConfirmationForm({ action, id }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => "The incident is confirmed.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Confirm it…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">
          From then on it weighs on the agents that it names: on their scores, and a critical one on their tiers.
        </p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="note-confirm"
          label="Note"
          hint="It stands in the timeline, for everyone."
          {...fieldOf(state, "note")}
        />
        <div>
          <SubmitButton>Confirm it</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

interface StrikeFormProps {
  action: FormAction<Incident>;
  id: number;
  did: string;
}

/** Strikes an agent from an incident. */
export function StrikeForm({ action, id, did }: StrikeFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => `${did} is struck from the incident.`);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Strike it…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id), did }} />
        <FormArea
          id={`note-${did}`}
          label="Note"
          hint="Why the incident does not concern it. The weight on its score goes at once, and a grant that the incident ended stands again."
          {...fieldOf(state, "note")}
        />
        <div>
          <SubmitButton>Strike it from the incident</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Says what is new of an incident, which stays in its status. */
export function UpdateForm({ action, id }: DecisionFormProps) {
  const [state, form] = useForm(action, openForm<Incident>(), () => "The update is posted.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Post an update…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="note-update"
          label="Note"
          hint="What is new. It stands in the timeline, on the status page and in the feeds."
          {...fieldOf(state, "note")}
        />
        <div>
          <SubmitButton>Post the update</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Publishes the postmortem of a resolved incident, or its next version. @param text the version before, or "" */
export function PostmortemForm({ action, id, text }: DecisionFormProps & { text: string }) {
  const [state, form] = useForm(action, openForm<Incident>({ text }), () => "The postmortem is published.");
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={text === "" ? "Write the postmortem…" : "Revise the postmortem…"} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <p className="text-ink-2 text-sm">
          Every version stays in the timeline and in the log. The export seals it: nothing is added after that.
        </p>
        <HiddenFields values={{ id: String(id) }} />
        <FormArea
          id="text-postmortem"
          label="Postmortem"
          hint="In markdown: what happened, why, and what was done about it."
          rows={12}
          {...fieldOf(state, "text")}
        />
        <div>
          <SubmitButton>Publish the postmortem</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
