"use client";

import { ActionForm, DecisionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormText } from "@/components/ui/form";
import type { AgentProfile } from "@/lib/features/agents/schema";
import type { FormAction } from "@/lib/http/form-state";

interface StateFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "successor">;
}

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
        label="Reason"
        hint="Optional. Public, on the agent’s profile."
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

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
        label="Reason"
        hint="Optional. Public, on the agent’s profile."
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

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

export function ChecksForm({ action, agent }: { action: FormAction<AgentProfile>; agent: AgentProfile }) {
  const checked = agent.liveness_checks;
  return (
    <DecisionForm
      action={action}
      hidden={{ did: agent.did, liveness_checks: String(!checked) }}
      button={checked ? "Stop checking" : "Check every 30 minutes"}
      look="quiet"
      outcome={({ name, liveness_checks }) =>
        liveness_checks ? `${name} is now checked.` : `${name} is no longer checked.`
      }
    />
  );
}

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
