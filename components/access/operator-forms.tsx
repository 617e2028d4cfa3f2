"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormSelect, FormText } from "@/components/ui/form";
import type { IssuedCredential, Operator } from "@/lib/features/access/schema";
import type { FormAction } from "@/lib/http/form-state";
import { ROLES, type Role } from "@/lib/identity/roles";
import { NewToken } from "./new-token";

const OPTIONS = ROLES.map((role) => ({ value: role, name: role }));

export function InviteForm({ action }: { action: FormAction<IssuedCredential> }) {
  const form = useForm(action, { role: "operator" });
  const { state } = form;
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <NewToken key={state.value.id} issued={state.value} />}
      <ActionForm form={form} button="Invite">
        <FormText
          label="Name"
          hint="The name that other operators see in the console."
          autoComplete="name"
          {...form.field("label")}
        />
        <FormSelect label="Role" options={OPTIONS} {...form.field("role")} />
        <Days {...form.field("expires_in_days")} />
      </ActionForm>
    </div>
  );
}

export function TokenForm({ action, operator }: { action: FormAction<IssuedCredential>; operator: string }) {
  const form = useForm(action, { role: "operator" });
  const { state } = form;
  return (
    <>
      {state.outcome === "done" && <NewToken key={state.value.id} issued={state.value} />}
      <ActionForm form={form} ask="Another token…" button="Issue the token" hidden={{ operator }}>
        <FormText id={`${operator}-label`} label="What it is for" {...form.field("label")} />
        <FormSelect
          id={`${operator}-token-role`}
          label="Role"
          hint="The highest role of this token. It cannot exceed the operator’s role."
          options={OPTIONS}
          {...form.field("role")}
        />
        <Days id={`${operator}-days`} {...form.field("expires_in_days")} />
      </ActionForm>
    </>
  );
}

export function ChangeRoleForm({
  action,
  operator,
  role,
}: {
  action: FormAction<Operator>;
  operator: string;
  role: Role;
}) {
  const form = useForm(action, { role }, "The role is changed.");
  return (
    <ActionForm form={form} ask="Change the role…" button="Change the role" hidden={{ operator }}>
      <FormSelect
        id={`${operator}-role`}
        label="Role"
        hint="It counts from the next request on, also in open sessions."
        options={OPTIONS}
        {...form.field("role")}
      />
    </ActionForm>
  );
}

function Days(field: Omit<Parameters<typeof FormText>[0], "label">) {
  return (
    <FormText
      label="Days until it expires"
      hint="Leave empty if it should not expire."
      inputMode="numeric"
      {...field}
    />
  );
}
