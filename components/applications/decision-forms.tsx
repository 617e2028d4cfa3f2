"use client";

import { asksForTopTier, TopTierStep } from "@/components/console/top-tier-step";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Application } from "@/lib/applications/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

type Action = FormAction<Application>;

interface ApproveFormProps {
  action: Action;
  id: string;
  /** The agent's; null for an organisation's key. */
  did: string | null;
  /** The tiers that can be granted, and that of one who earns it. */
  tiers: readonly { value: string; name: string }[];
  /** Whether the claim takes the DID over from its present owner. */
  handsOver: boolean;
  /** Whether the organisation's name is typed, because it has agents or a key. */
  asksName: boolean;
  /** Whether an approval was given before, and has lapsed. */
  again: boolean;
}

/** Approves: the applicant may then claim the token. */
export function ApproveForm({ action, id, did, tiers, handsOver, asksName, again }: ApproveFormProps) {
  const [state, form] = useForm(
    action,
    openForm<Application>(),
    () => "It is approved: the applicant may claim the token.",
  );
  const message = state.outcome === "open" ? state.message : undefined;
  const twice = asksForTopTier(state);
  return (
    <Confirm summary={again ? "Approve again…" : "Approve…"} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">
          The applicant may then claim the token, for 14 days. Until then the approval can be taken back; afterwards
          only by revoking the credential.
        </p>
        {handsOver && (
          <p className="border-ink border-l-4 pl-4 text-sm">
            <b className="font-semibold">This is a hand-over.</b> When the token is claimed, the agent gets a new owner.
            Its former tokens, its proven key and its granted tier end then.
          </p>
        )}
        <FormNotice message={twice ? undefined : message} />
        <HiddenFields values={{ id }} />
        {did !== null && twice && <TopTierStep agent={did} />}
        {did !== null && !twice && (
          <FormSelect
            {...fieldOf(state, "tier")}
            label="Tier"
            options={tiers}
            hint="Usually it is earned: T0, T1 by registering, then by audits. A granted tier overrides the earned one, up or down, until you withdraw it or an audit fails."
          />
        )}
        {asksName && (
          <FormText
            {...fieldOf(state, "organisation")}
            label="Type the organisation’s name"
            hint="The key acts for the agents that it has already."
            autoComplete="off"
          />
        )}
        <FormArea
          {...fieldOf(state, "note")}
          id="approve-note"
          label="Note to the applicant"
          hint="Optional."
          rows={2}
        />
        <div>
          <SubmitButton>{twice ? "Approve and grant T4" : "Approve"}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Rejects, or takes an approval back whose token nobody has claimed. */
export function RejectForm({ action, id, seen }: { action: Action; id: string; seen: "pending" | "approved" }) {
  const [state, form] = useForm(action, openForm<Application>(), () => "It is rejected.");
  const message = state.outcome === "open" ? state.message : undefined;
  const what = seen === "pending" ? "Reject" : "Take the approval back";
  return (
    <Confirm summary={`${what}…`} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">It cannot be undone. The applicant may apply again.</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id, seen }} />
        <FormArea {...fieldOf(state, "note")} id="reject-note" label="Reason" hint="The applicant reads it." />
        <div>
          <SubmitButton>{what}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
