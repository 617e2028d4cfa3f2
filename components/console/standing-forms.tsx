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
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>(),
    ({ name, trust_tier }) => `The tier is granted: ${name} now has ${trust_tier}.`,
  );
  const again = asksForTopTier(state);
  return (
    <form {...form} className="grid max-w-xl gap-5">
      {state.outcome === "done" && <p className="hidden noscript:block">{`It now has ${state.value.trust_tier}.`}</p>}
      <FormNotice message={state.outcome === "open" && !again ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did }} />
      {again ? (
        <TopTierStep agent={agent.name} />
      ) : (
        <FormSelect
          label="Tier"
          options={[{ value: "", name: "Choose a tier" }, ...tiers]}
          {...fieldOf(state, "tier")}
        />
      )}
      <FormArea
        id="grant-reason"
        label={standingTexts.reason}
        hint="Public, in the council’s log and in the agent’s feed."
        {...fieldOf(state, "reason")}
      />
      <div>
        <SubmitButton>{again ? "Grant T4" : "Grant"}</SubmitButton>
      </div>
    </form>
  );
}

/** Withdraws a grant, so the earned tier applies again. */
export function WithdrawForm({ action, agent }: StandingFormProps) {
  const [state, form] = useForm(
    action,
    openForm<AgentProfile>(),
    ({ name, trust_tier }) => `The grant is withdrawn: ${name} now has ${trust_tier}.`,
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
          label={standingTexts.reason}
          hint={`Public, in the agent’s feed. ${agent.trust_tier} was granted. Without the grant, the agent has the tier that it has earned.`}
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
    return (
      <p className="text-ink-2 text-sm">{`Only an active agent can be suspended. This one is ${agent.status}.`}</p>
    );
  }
  const suspends = agent.status === "active";
  return (
    <form {...form} className="grid max-w-xl gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ did: agent.did, status: suspends ? "suspended" : "active" }} />
      <FormArea
        id="status-reason"
        label={standingTexts.reason}
        hint={
          suspends
            ? "Public, on the agent’s profile. The agent can still read. It cannot store anything, the relay does not route to it, and it is not verified. Its tier stays."
            : "Public, in the agent’s feed. The relay routes to the agent again, and it is verified at its tier."
        }
        {...fieldOf(state, "reason")}
      />
      <div>
        <SubmitButton>{suspends ? "Suspend" : "Reinstate"}</SubmitButton>
      </div>
    </form>
  );
}
