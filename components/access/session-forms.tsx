"use client";

import { sessionTexts } from "@/components/access/texts";
import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

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
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useRedirect(state);
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

/** Shows the name of the signed-in person, and signs out. */
export function SignOutForm({ action, name }: { action: FormAction<{ to: string }>; name: string }) {
  const [state, form] = useForm(action, openForm<{ to: string }>());
  useRedirect(state);
  return (
    <form {...form} className="flex items-center gap-x-4">
      <span className="text-ink-2 text-sm max-md:sr-only">
        {sessionTexts.signedInAs(<bdi className="font-semibold text-ink">{name}</bdi>)}
      </span>
      <SubmitButton look="quiet">Sign out</SubmitButton>
    </form>
  );
}
