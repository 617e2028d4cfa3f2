"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { stateFormTexts } from "@/components/owner/texts";
import { FormArea, FormText } from "@/components/ui/form";
import type { AgentProfile } from "@/lib/features/agents/schema";
import type { FormAction } from "@/lib/http/form-state";

interface StateFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "successor">;
}

/** Withdraws an agent, in two steps. */
export function WithdrawAgentForm({ action, agent }: StateFormProps) {
  const form = useForm(action, {}, ({ name }) => `${name} is withdrawn.`);
  return (
    <ActionForm
      ask="Withdraw…"
      form={form}
      hidden={{ did: agent.did, withdrawn: "true" }}
      button={`Withdraw ${agent.name}`}
    >
      <FormArea
        id="withdraw-reason"
        label={stateFormTexts.reason}
        hint={stateFormTexts.reasonHint}
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

/** Returns a withdrawn agent to the active state. */
export function ReturnAgentForm({ action, agent }: StateFormProps) {
  return (
    <DecisionForm
      action={action}
      hidden={{ did: agent.did, withdrawn: "false" }}
      button="Bring it back"
      look="quiet"
      outcome={({ name }) => `${name} is active again.`}
    />
  );
}

/** Deprecates an agent, or names another successor of a deprecated agent. */
export function DeprecateAgentForm({ action, agent, deprecated }: StateFormProps & { deprecated: boolean }) {
  const form = useForm(action, { successor: agent.successor ?? "" }, ({ name }) => `${name} is deprecated.`);
  return (
    <ActionForm
      ask={deprecated ? "Name another successor…" : "Deprecate…"}
      form={form}
      hidden={{ did: agent.did, deprecated: "true" }}
      button={deprecated ? "Name this successor" : `Deprecate ${agent.name}`}
    >
      <FormText
        label="Successor"
        hint="Optional. The DID of another active agent. The profile links to it."
        mono
        {...form.field("successor")}
      />
      <FormArea
        id="deprecate-reason"
        label={stateFormTexts.reason}
        hint={stateFormTexts.reasonHint}
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

/** Lifts a deprecation. */
export function LiftDeprecationForm({ action, agent }: StateFormProps) {
  return (
    <DecisionForm
      action={action}
      hidden={{ did: agent.did, deprecated: "false" }}
      button="Lift the deprecation"
      look="quiet"
      outcome={({ name }) => `${name} is no longer deprecated.`}
    />
  );
}

/** Allows or forbids messages without a token at an agent's A2A door. */
export function GuestsForm({ action, agent }: { action: FormAction<AgentProfile>; agent: AgentProfile }) {
  const takes = agent.a2a_guests;
  return (
    <DecisionForm
      action={action}
      hidden={{ did: agent.did, a2a_guests: String(!takes) }}
      button={takes ? "Accept no messages without a token" : "Accept messages without a token"}
      look="quiet"
      outcome={({ name, a2a_guests }) =>
        a2a_guests
          ? `${name} now accepts messages without a token.`
          : `${name} no longer accepts messages without a token.`
      }
    />
  );
}
