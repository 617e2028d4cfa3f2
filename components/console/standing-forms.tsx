"use client";

import { standingTexts } from "@/components/console/texts";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";
import { asksForTopTier, TopTierStep } from "./top-tier-step";

interface StandingFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "trust_tier" | "tier_granted" | "status">;
}

interface GrantFormProps extends StandingFormProps {
  /** The tiers to choose from. */
  tiers: readonly { value: string; name: string }[];
}

/** Grants a tier, which overrides the earned one. T4 needs a second step. */
export function GrantForm({ action, agent, tiers }: GrantFormProps) {
  const [state, form] = useForm(action, openForm<AgentProfile>(), ({ name, trust_tier }) =>
    standingTexts.granted(name, trust_tier),
  );
  const again = asksForTopTier(state);
  return (
    <form {...form} className="grid max-w-xl gap-5">
      {state.outcome === "done" && <p className="hidden noscript:block">{standingTexts.now(state.value.trust_tier)}</p>}
      <FormNotice message={state.outcome === "open" && !again ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did }} />
      {again ? (
        <TopTierStep agent={agent.name} />
      ) : (
        <FormSelect
          label={standingTexts.tier}
          options={[{ value: "", name: standingTexts.chooseTier }, ...tiers]}
          {...fieldOf(state, "tier")}
        />
      )}
      <FormArea
        id="grant-reason"
        label={standingTexts.reason}
        hint={standingTexts.grantHint}
        {...fieldOf(state, "reason")}
      />
      <div>
        <SubmitButton>{again ? standingTexts.grantTop : standingTexts.grant}</SubmitButton>
      </div>
    </form>
  );
}

/** Withdraws a grant, so the earned tier applies again. */
export function WithdrawForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(action, openForm<AgentProfile>(), ({ name, trust_tier }) =>
    standingTexts.withdrawn(name, trust_tier),
  );
  if (!agent.tier_granted) return null;
  const message = state.outcome === "open" ? state.message : undefined;
  return (
    <Confirm summary={standingTexts.withdraw} open={message !== undefined}>
      <form {...form} className="grid max-w-xl gap-5">
        <FormNotice message={message} />
        <HiddenFields values={{ did: agent.did }} />
        <FormArea
          id="withdraw-reason"
          label={standingTexts.reason}
          hint={standingTexts.withdrawHint(agent.trust_tier)}
          {...fieldOf(state, "reason")}
        />
        <div>
          <SubmitButton>{standingTexts.withdrawIt}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Suspends an active agent, or reinstates a suspended one. */
export function StatusForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(action, openForm<AgentProfile>(), ({ name, status }) =>
    standingTexts.done(name, status === "suspended"),
  );
  if (agent.status !== "active" && agent.status !== "suspended") {
    return <p className="text-ink-2 text-sm">{standingTexts.onlyActive(agent.status)}</p>;
  }
  const suspends = agent.status === "active";
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did, status: suspends ? "suspended" : "active" }} />
      <FormArea
        id="status-reason"
        label={standingTexts.reason}
        hint={suspends ? standingTexts.suspendHint : standingTexts.reinstateHint}
        {...fieldOf(state, "reason")}
      />
      <div>
        <SubmitButton>{suspends ? standingTexts.suspend : standingTexts.reinstate}</SubmitButton>
      </div>
    </form>
  );
}
