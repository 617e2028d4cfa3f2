"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import { isInUse } from "@/lib/features/agents/in-use";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { type SuspensionEffect, wordToSuspend } from "@/lib/features/agents/suspension";
import type { FormAction } from "@/lib/http/form-state";
import { SuspensionEffects } from "./suspension-effects";
import { asksForTopTier, TopTierStep } from "./top-tier-step";

interface StandingFormProps {
  action: FormAction<AgentProfile>;
  agent: Pick<AgentProfile, "did" | "name" | "trust_tier" | "tier_granted" | "status" | "listed_from">;
}

interface GrantFormProps extends StandingFormProps {
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
        <TopTierStep agent={agent.name} typed={form.field("confirmed")} />
      ) : (
        <FormSelect label="Tier" options={[{ value: "", name: "Choose a tier" }, ...tiers]} {...form.field("tier")} />
      )}
      <FormArea
        id="grant-reason"
        label="Reason"
        hint="Public, in the council’s record and in the agent’s feed."
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
        label="Reason"
        hint={`Public, in the council’s record and in the agent’s feed. ${agent.trust_tier} was granted. Without the grant, the agent has the tier that it has earned.`}
        {...form.field("reason")}
      />
    </ActionForm>
  );
}

interface StatusFormProps extends StandingFormProps {
  effect: SuspensionEffect;
  /** The name under which the operator's act is public. */
  actor: string;
}

/** Suspends an active agent or a listed record, after it showed what that changes, or reinstates a suspended one. */
export function StatusForm({ action, agent, effect, actor }: StatusFormProps) {
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
      intro={suspends && <SuspensionEffects agent={agent} effect={effect} actor={actor} />}
    >
      <FormArea
        id="status-reason"
        label="Reason"
        hint={
          suspends
            ? "Public, in the council’s record and on the agent’s profile. Name no person and no secret."
            : `Public, in the council’s record and in the agent’s feed. The relay routes to the agent again${agent.listed_from ? "" : ", and it is verified at its tier"}.`
        }
        {...form.field("reason")}
      />
      {suspends && (
        <FormText
          id="status-typed"
          label={`Type ${wordToSuspend(agent.did)} to suspend the agent`}
          mono
          {...form.field("typed")}
        />
      )}
    </ActionForm>
  );
}
