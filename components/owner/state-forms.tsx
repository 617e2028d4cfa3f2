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
  const [state, form] = useForm(action, openForm<AgentProfile>(), ({ name }) => `${name} is withdrawn.`);
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Withdraw…" open={message !== undefined}>
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
          <SubmitButton>{`Withdraw ${agent.name}`}</SubmitButton>
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
      outcome={({ name }) => `${name} is active again.`}
    >
      Bring it back
    </OneStep>
  );
}

/** Deprecates an agent, or names another successor of a deprecated agent. */
export function DeprecateAgentForm({ action, agent, deprecated }: StateFormProps & { deprecated: boolean }) {
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>({ successor: agent.successor ?? "" }),
    ({ name }) => `${name} is deprecated.`,
  );
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={deprecated ? "Name another successor…" : "Deprecate…"} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ did: agent.did, deprecated: "true" }} />
        <FormText
          label="Successor"
          hint="Optional. The DID of another active agent. The profile links to it."
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
          <SubmitButton>{deprecated ? "Name this successor" : `Deprecate ${agent.name}`}</SubmitButton>
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
      outcome={({ name }) => `${name} is no longer deprecated.`}
    >
      Lift the deprecation
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
      outcome={({ name, a2a_guests }) =>
        a2a_guests
          ? `${name} now accepts messages without a token.`
          : `${name} no longer accepts messages without a token.`
      }
    >
      {takes ? "Accept no messages without a token" : "Accept messages without a token"}
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
