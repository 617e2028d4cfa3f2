"use client";

import type { ReactNode } from "react";
import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormSelect, FormText } from "@/components/ui/form";
import type { FormAction } from "@/lib/http/form-state";
import type { Source } from "@/lib/interop/sources/schema";
import type { WithdrawalEffect } from "@/lib/interop/sources/view";
import { KINDS } from "./kinds";

interface WithdrawFormProps {
  action: FormAction<Source>;
  /** The list's. */
  id: string;
  effect: Pick<WithdrawalEffect, "agents">;
  children: ReactNode;
}

/** Withdraws the missing agents of a list, after it showed which. */
export function WithdrawForm({ action, id, effect, children }: WithdrawFormProps) {
  const gone = String(effect.agents);
  const form = useForm(action, {}, "They are withdrawn, and the list is followed again.");
  return (
    <ActionForm form={form} ask="Withdraw them…" button="Withdraw them" hidden={{ id, gone }} intro={children}>
      <FormText
        id={`typed-${id}`}
        label={`Type ${gone} to withdraw them`}
        inputMode="numeric"
        mono
        {...form.field("typed")}
      />
    </ActionForm>
  );
}

export function AddSourceForm({ action }: { action: FormAction<Source> }) {
  const form = useForm(action, {}, ({ address }) => `${address} is now followed.`);
  return (
    <ActionForm form={form} button="Follow it">
      <FormSelect
        label="What it is"
        options={[
          { value: "", name: "Choose one" },
          ...Object.entries(KINDS).map(([value, name]) => ({ value, name })),
        ]}
        {...form.field("kind")}
      />
      <FormText
        label="Address"
        hint="https only. For an MCP registry its base, for a publisher its ard.json, for an agent its card."
        type="url"
        mono
        {...form.field("address")}
      />
      <WhoseAgents {...form.field("members")} />
      <FormText
        label="Minutes between fetches"
        hint="5 to 10,080. Leave empty for every hour."
        inputMode="numeric"
        {...form.field("every_minutes")}
      />
    </ActionForm>
  );
}

/** Chooses whether a list has agents of the operators or of others. */
export function WhoseAgents(field: { name: string; value: string; problems: readonly string[] }) {
  return (
    <FormSelect
      label="Whose agents it lists"
      options={[
        { value: "false", name: "Those of others. They are listed, until their makers claim them." },
        { value: "true", name: "Our own. They become members." },
      ]}
      {...field}
    />
  );
}
