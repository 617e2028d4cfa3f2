"use client";

import { useFollow } from "@/components/forms/follow";
import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

interface SignInFormProps {
  action: FormAction<{ to: string }>;
  /** Where to go then. */
  to: string;
  /** Which token is asked for, and how to know it. */
  label: string;
  hint: string;
}

/** Exchanges a token for a session. */
export function SignInForm({ action, to, label, hint }: SignInFormProps) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useFollow(state);
  return (
    <form {...form} className="grid max-w-md gap-5">
      <FormNotice message={state.outcome === "open" ? state.message : undefined} />
      <HiddenFields values={{ to }} />
      <FormText
        label={label}
        hint={hint}
        type="password"
        mono
        autoComplete="current-password"
        {...fieldOf(state, "token")}
      />
      <div>
        <SubmitButton>Sign in</SubmitButton>
      </div>
    </form>
  );
}

/** Who is signed in, and the way out. */
export function SignOutForm({ action, name }: { action: FormAction<{ to: string }>; name: string }) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useFollow(state);
  return (
    <form {...form} className="flex items-center gap-x-4">
      <span className="text-ink-2 text-sm max-md:sr-only">
        Signed in as <bdi className="font-semibold text-ink">{name}</bdi>
      </span>
      <SubmitButton look="quiet">Sign out</SubmitButton>
    </form>
  );
}
