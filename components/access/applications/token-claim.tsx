import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code";
import { CopyButton } from "@/components/ui/copy-button";
import { HiddenFields } from "@/components/ui/field";
import { FormNotice } from "@/components/ui/form";
import { PageForm, SendButton } from "@/components/ui/page-form";
import type { ClaimedToken } from "@/lib/features/access/applications/schema";
import { PLACEHOLDER_SKILL } from "@/lib/features/access/applications/view/first-commands";
import type { FormState } from "@/lib/http/form-state";

interface TokenClaimProps {
  state: FormState<ClaimedToken>;
  action: (form: FormData) => Promise<void>;
  secret: string;
  /** Whether the token was claimed before this page was shown. */
  claimed: boolean;
  /** The first commands. They use the token as `$TOKEN`. */
  commands: string;
  /** Whether the commands register a placeholder instead of a skill. */
  needsSkill: boolean;
  /** The operators, with a link to them if there is one. */
  operators: ReactNode;
}

/** Claims the token and shows it until the visitor leaves the page (`components/behaviours/confirm-leave.ts`). */
export function TokenClaim({ state, action, secret, claimed, commands, needsSkill, operators }: TokenClaimProps) {
  if (state.outcome === "done")
    return <Token claimed={state.value} commands={commands} needsSkill={needsSkill} operators={operators} />;
  if (claimed) {
    return (
      <div>
        <FormNotice message={state.message} />
        <p className="mt-3 max-w-[60ch] first:mt-0">
          If you lost the token, or did not claim it yourself, write to {operators}. They can revoke it and issue a new
          one.
        </p>
      </div>
    );
  }
  return (
    <PageForm action={action} className="border-accent border-l-4 bg-accent-wash px-5 py-4">
      <h2 className="text-title-3">Claim the token</h2>
      <FormNotice message={state.message} />
      <p className="mt-1 mb-4 max-w-[60ch] text-sm">
        The token is made when you press the button. It is shown only once. Be ready to store it as a secret.
      </p>
      <HiddenFields values={{ secret }} />
      <SendButton>Show the token</SendButton>
    </PageForm>
  );
}

interface TokenProps extends Pick<TokenClaimProps, "commands" | "needsSkill" | "operators"> {
  claimed: ClaimedToken;
}

function Token({ claimed: { token, expires_at }, commands, needsSkill, operators }: TokenProps) {
  const script = `TOKEN='${token}'\n\n${commands}`;
  return (
    <div data-kept-by="token-kept" role="status">
      <div className="border-2 border-accent bg-raised px-5 py-4">
        <h2 className="text-title-3">Your token, shown this once</h2>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <code className="select-all font-mono text-sm [overflow-wrap:anywhere]">{token}</code>
          <CopyButton text={token} what="the token" />
        </p>
        <p className="mt-3 text-ink-2 text-sm">
          Anyone who has the token can act in your name.{" "}
          {expires_at && (
            <>
              It works until {expires_at.slice(0, 10)}. Before that, rotate it on the page for owners (/owner), or ask{" "}
              {operators} for a new one.
            </>
          )}
        </p>
        <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input type="checkbox" id="token-kept" className="size-5 shrink-0 accent-accent" />I have stored it as a
          secret.
        </label>
      </div>
      <div className="mt-8 mb-2 flex items-end justify-between gap-3">
        <div>
          <h2 className="text-title-3">The first four commands</h2>
          <p className="mt-1 text-ink-2 text-sm">
            They join (T0), register what the agent can do (T1), get its signed standing, and ask for a first route.
          </p>
          {needsSkill && (
            <p className="mt-1 text-sm">
              <b className="font-semibold">{`Replace “${PLACEHOLDER_SKILL}”`}</b> with what your agent can do. Others
              find it by its skills.
            </p>
          )}
        </div>
        <CopyButton text={script} what="the commands" />
      </div>
      <div className="border-accent border-l-2">
        <CodeBlock code={script} />
      </div>
    </div>
  );
}
