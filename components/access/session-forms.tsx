"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { useRedirect } from "@/components/forms/use-redirect";
import { HiddenFields } from "@/components/ui/field";
import { FormText } from "@/components/ui/form";
import { SendButton } from "@/components/ui/page-form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { RequestScope } from "@/lib/authority/context";
import type { FormAction } from "@/lib/http/form-state";
import type { SessionArea } from "@/lib/identity/session-area";

/** The kind of token that each area needs, and a hint how to recognise it. */
const TOKENS = {
  console: { label: "Operator’s token", hint: "It begins with fgs_opr_, or is the service’s OPERATOR_TOKEN." },
  owner: { label: "Token of an agent or organisation", hint: "It begins with fgs_agt_ or fgs_org_." },
} as const;
const SECRET = { type: "password", mono: true, autoComplete: "current-password" } as const;

interface SignInFormProps {
  action: FormAction<{ to: string }>;
  area: SessionArea;
  /** The page to open after signing in. */
  to: string;
  look?: "solid" | "quiet";
}

export function SignInForm({ action, area, to, look = "solid" }: SignInFormProps) {
  const form = useForm(action);
  useRedirect(form.state);
  return (
    <ActionForm form={form} hidden={{ to }} button="Sign in" look={look} className="max-w-md gap-5">
      <FormText {...TOKENS[area]} {...SECRET} {...form.field("token")} />
    </ActionForm>
  );
}

interface SignInAgainProps {
  area: SessionArea;
  kept: NonNullable<RequestScope["keptForm"]>;
  /** The name of the token's field. */
  field: string;
  /** The OpenID Connect provider, and where to sign in with it. */
  provider?: { name: string; address: string } | undefined;
}

/**
 * Asks for a token after a browser sent a form without a session. The form is in hidden fields, React's own included, so
 * the browser sends both to the form's action, also where scripts run.
 */
export function SignInAgain({ area, kept: { fields, problem }, field, provider }: SignInAgainProps) {
  return (
    <>
      <h1 className="text-title-1">Sign in again</h1>
      <p className="mt-2 mb-8 max-w-[56ch] text-ink-2">
        Your session has ended, so the form was not sent. Your text is kept. After you sign in, you get it back and can
        send it again.
      </p>
      {provider && (
        <p className="mb-6 max-w-[56ch]">
          <a href={provider.address} target="_blank" rel="noopener">
            Sign in with {provider.name} in a new tab
          </a>
          , then press “Sign in” here without a token. Or enter a token.
        </p>
      )}
      <form method="post" encType="multipart/form-data" className="grid max-w-md gap-5">
        <HiddenFields values={fields} />
        <FormText
          {...TOKENS[area]}
          {...SECRET}
          name={field}
          value=""
          problems={problem === undefined ? [] : [problem]}
        />
        <div>
          <SendButton>Sign in</SendButton>
        </div>
      </form>
    </>
  );
}

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
