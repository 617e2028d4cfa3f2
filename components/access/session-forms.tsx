"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { FormAction } from "@/lib/http/form-state";

interface SignInFormProps {
  action: FormAction<{ to: string }>;
  /** The page to open after signing in. */
  to: string;
  /** The kind of token that is needed, and a hint how to recognise it. */
  label: string;
  hint: string;
}

/** Starts a session with a token. */
export function SignInForm({ action, to, label, hint }: SignInFormProps) {
  const form = useForm(action);
  useRedirect(form.state);
  return (
    <ActionForm form={form} hidden={{ to }} button="Sign in" className="max-w-md gap-5">
      <FormText
        label={label}
        hint={hint}
        type="password"
        mono
        autoComplete="current-password"
        {...form.field("token")}
      />
    </ActionForm>
  );
}

/** Shows the name of the signed-in person, and signs out. */
export function SignOutForm({ action, name }: { action: FormAction<{ to: string }>; name: string }) {
  const { state, attributes } = useForm(action);
  useRedirect(state);
  return (
    <form {...attributes} className="flex items-center gap-x-4">
      <span className="text-ink-2 text-sm max-md:sr-only">
        Signed in as <bdi className="font-semibold text-ink">{name}</bdi>
      </span>
      <SubmitButton look="quiet">Sign out</SubmitButton>
    </form>
  );
}
