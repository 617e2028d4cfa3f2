"use client";

import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AgentProfile } from "@/lib/agents/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

interface StandingFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "trust_tier" | "tier_granted" | "status">;
}

const TIERS = ["T4", "T3", "T2", "T1", "T0"].map((tier) => ({ value: tier, name: tier }));

/** Grants a tier, which then stands whatever is earned. */
export function GrantForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>({ tier: "T4" }),
    ({ name, trust_tier }) => `The tier is granted: ${name} stands at ${trust_tier} now.`,
  );
  return (
    <form {...form} className="grid max-w-xl gap-5">
      {state.outcome === "done" && <p className="hidden noscript:block">It stands at {state.value.trust_tier} now.</p>}
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did }} />
      <FormSelect label="Tier" options={TIERS} {...fieldOf(state, "tier")} />
      <FormArea id="grant-reason" label="Reason" hint="It stands in the council’s log." {...fieldOf(state, "reason")} />
      <div>
        <SubmitButton>Grant</SubmitButton>
      </div>
    </form>
  );
}

/** Withdraws a grant, so that the earned tier counts again. */
export function WithdrawForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>(),
    ({ name, trust_tier }) => `The grant is withdrawn: ${name} stands at ${trust_tier} now.`,
  );
  if (!agent.tier_granted) return null;
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary="Withdraw the grant…" open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ did: agent.did }} />
        <FormArea
          id="withdraw-reason"
          label="Reason"
          hint={`${agent.trust_tier} was granted. Without the grant the tier counts that its signals earn.`}
          {...fieldOf(state, "reason")}
        />
        <div>
          <SubmitButton>Withdraw it</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Suspends an active agent, or reinstates a suspended one. */
export function StatusForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>(),
    ({ name, status }) => `${name} is ${status === "suspended" ? "suspended" : "reinstated"}.`,
  );
  if (agent.status !== "active" && agent.status !== "suspended") {
    return <p className="text-ink-2 text-sm">Only an active agent can be suspended; this one is {agent.status}.</p>;
  }
  const suspends = agent.status === "active";
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did, status: suspends ? "suspended" : "active" }} />
      <FormArea
        id="status-reason"
        label="Reason"
        hint={
          suspends
            ? "Everyone reads it on the agent’s profile. It can still read, but stores nothing; nothing is routed to it, and it is not verified. Its tier stays."
            : "It stands in the council’s log. From then on it is routed to again, and verified as its tier says."
        }
        {...fieldOf(state, "reason")}
      />
      <div>
        <SubmitButton>{suspends ? "Suspend" : "Reinstate"}</SubmitButton>
      </div>
    </form>
  );
}
