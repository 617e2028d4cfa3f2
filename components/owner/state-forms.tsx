"use client";

import type { ReactNode } from "react";
import { useForm } from "@/components/forms/use-form";
import { stateFormTexts } from "@/components/owner/texts";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

interface StateFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "successor">;
}

/** Withdraws an agent, in two steps. */
export function WithdrawAgentForm({ action, agent }: StateFormProps) {
  const [state, form] = useForm(action, openForm<AgentProfile>(), ({ name }) => stateFormTexts.withdrawn(name));
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={stateFormTexts.withdraw} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ did: agent.did, withdrawn: "true" }} />
        <FormArea
          id="withdraw-reason"
          label={stateFormTexts.reason}
          hint={stateFormTexts.reasonHint}
          {...fieldOf(state, "reason")}
        />
        <div>
          <SubmitButton>{stateFormTexts.withdrawAgent(agent.name)}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Returns a withdrawn agent to the active state. */
export function ReturnAgentForm({ action, agent }: StateFormProps) {
  return (
    <OneStep
      action={action}
      fields={{ did: agent.did, withdrawn: "false" }}
      outcome={({ name }) => stateFormTexts.returned(name)}
    >
      {stateFormTexts.bringBack}
    </OneStep>
  );
}

/** Deprecates an agent, or names another successor of a deprecated agent. */
export function DeprecateAgentForm({ action, agent, deprecated }: StateFormProps & { deprecated: boolean }) {
  const [state, form] = useForm(action, openForm<AgentProfile>({ successor: agent.successor ?? "" }), ({ name }) =>
    stateFormTexts.deprecated(name),
  );
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm
      summary={deprecated ? stateFormTexts.anotherSuccessor : stateFormTexts.deprecate}
      open={message !== undefined}
    >
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ did: agent.did, deprecated: "true" }} />
        <FormText
          label={stateFormTexts.successor}
          hint={stateFormTexts.successorHint}
          mono
          {...fieldOf(state, "successor")}
        />
        <FormArea
          id="deprecate-reason"
          label={stateFormTexts.reason}
          hint={stateFormTexts.reasonHint}
          {...fieldOf(state, "reason")}
        />
        <div>
          <SubmitButton>
            {deprecated ? stateFormTexts.nameSuccessor : stateFormTexts.deprecateAgent(agent.name)}
          </SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Lifts a deprecation. */
export function LiftDeprecationForm({ action, agent }: StateFormProps) {
  return (
    <OneStep
      action={action}
      fields={{ did: agent.did, deprecated: "false" }}
      outcome={({ name }) => stateFormTexts.lifted(name)}
    >
      {stateFormTexts.lift}
    </OneStep>
  );
}

/** Allows or forbids messages without a token at an agent's A2A door. */
export function GuestsForm({ action, agent }: { action: FormAction<AgentProfile>; agent: AgentProfile }) {
  const takes = agent.a2a_guests;
  return (
    <OneStep
      action={action}
      fields={{ did: agent.did, a2a_guests: String(!takes) }}
      outcome={({ name, a2a_guests }) => stateFormTexts.guests(name, a2a_guests)}
    >
      {takes ? stateFormTexts.rejectGuests : stateFormTexts.acceptGuests}
    </OneStep>
  );
}

interface OneStepProps {
  action: FormAction<AgentProfile>;
  fields: Record<string, string>;
  outcome: (agent: AgentProfile) => string;
  /** The text of its button. */
  children: ReactNode;
}

function OneStep({ action, fields, outcome, children }: OneStepProps) {
  const [state, form] = useForm(action, openForm<AgentProfile>(), outcome);
  return (
    <form {...form} className="grid gap-3">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={fields} />
      <div>
        <SubmitButton look="quiet">{children}</SubmitButton>
      </div>
    </form>
  );
}
