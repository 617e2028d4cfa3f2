"use client";

import { standingTexts } from "@/components/console/texts";
import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormSelect } from "@/components/ui/form";
import { isInUse } from "@/lib/features/agents/in-use";
import type { AgentProfile } from "@/lib/features/agents/schema";
import type { FormAction } from "@/lib/http/form-state";
import { asksForTopTier, TopTierStep } from "./top-tier-step";

interface StandingFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "trust_tier" | "tier_granted" | "status" | "listed_from">;
}

interface GrantFormProps extends StandingFormProps {
  /** The tiers to choose from. */
  tiers: readonly { value: string; name: string }[];
}

/** Grants a tier, which overrides the earned one. T4 needs a second step. */
export function GrantForm({ action, agent, tiers }: GrantFormProps) {
  const form = useForm(action, {}, ({ name, trust_tier }) => `The tier is granted: ${name} now has ${trust_tier}.`);
  const { state } = form;
  const again = asksForTopTier(state);
  return (
    <ActionForm
      form={form}
      hidden={{ did: agent.did }}
      button={again ? "Grant T4" : "Grant"}
      intro={
        state.outcome === "done" && <p className="hidden noscript:block">{`It now has ${state.value.trust_tier}.`}</p>
      }
      saysWhy={again}
    >
      {again ? (
        <TopTierStep agent={agent.name} />
      ) : (
        <FormSelect label="Tier" options={[{ value: "", name: "Choose a tier" }, ...tiers]} {...form.field("tier")} />
      )}
      <FormArea
        id="grant-reason"
        label={standingTexts.reason}
        hint="Public, in the council’s log and in the agent’s feed."
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

/** Withdraws a grant, so the earned tier applies again. */
export function WithdrawForm({ action, agent }: StandingFormProps) {
  const form = useForm(action, {}, ({ name, trust_tier }) => `The grant is withdrawn: ${name} now has ${trust_tier}.`);
  if (!agent.tier_granted) return null;
  return (
    <ActionForm ask="Withdraw the grant…" form={form} hidden={{ did: agent.did }} button="Withdraw it">
      <FormArea
        id="withdraw-reason"
        label={standingTexts.reason}
        hint={`Public, in the agent’s feed. ${agent.trust_tier} was granted. Without the grant, the agent has the tier that it has earned.`}
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

/** Suspends an active agent or a listed record, or reinstates a suspended one. */
export function StatusForm({ action, agent }: StandingFormProps) {
  const form = useForm(
    action,
    {},
    ({ name, status }) => `${name} is ${status === "suspended" ? "suspended" : "reinstated"}.`,
  );
  const suspends = isInUse(agent);
  if (!suspends && agent.status !== "suspended") {
    return (
      <p className="text-ink-2 text-sm">{`Only an active agent can be suspended. This one is ${agent.status}.`}</p>
    );
  }
  return (
    <ActionForm
      form={form}
      hidden={{ did: agent.did, status: suspends ? "suspended" : "active" }}
      button={suspends ? "Suspend" : "Reinstate"}
    >
      <FormArea
        id="status-reason"
        label={standingTexts.reason}
        hint={
          suspends
            ? "Public, on the agent’s profile. The agent can still read. It cannot store anything, the relay does not route to it, and it is not verified. Its tier stays."
            : `Public, in the agent’s feed. The relay routes to the agent again${agent.listed_from ? "" : ", and it is verified at its tier"}.`
        }
        {...form.field("reason")}
      />
    </ActionForm>
  );
}
