"use client";

import { decisionTexts } from "@/components/access/applications/texts";
import { asksForTopTier, TopTierStep } from "@/components/console/top-tier-step";
import { useForm } from "@/components/forms/use-form";
import { Confirm } from "@/components/ui/confirm";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Application } from "@/lib/features/access/applications/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

type Action = FormAction<Application>;

interface ApproveFormProps {
  action: Action;
  id: string;
  /** The agent's DID. Null for an organisation's token. */
  did: string | null;
  /** The tiers that can be granted, with the choice of no grant. */
  tiers: readonly { value: string; name: string }[];
  /** Whether the claim takes the DID over from its present owner. */
  takesOverDid: boolean;
  /** Whether the operator must type the organisation's name, because it has agents or a key. */
  asksName: boolean;
  /** Whether an earlier approval has expired. */
  again: boolean;
}

/** Approves an application. The applicant may then claim the token. */
export function ApproveForm({ action, id, did, tiers, takesOverDid, asksName, again }: ApproveFormProps) {
  const [state, form] = useForm(
    action,
    openForm<Application>(),
    () => "Approved. The applicant can now claim the token.",
  );
  const message = state.outcome === "open" ? state.message : undefined;
  const twice = asksForTopTier(state);
  return (
    <Confirm summary={again ? "Approve again…" : "Approve…"} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">
          The applicant can then claim the token for 14 days. You can take the approval back until the token is claimed.
          After that, revoke the credential.
        </p>
        {takesOverDid && (
          <p className="border-ink border-l-4 pl-4 text-sm">
            {decisionTexts.handOver((label) => (
              <b className="font-semibold">{label}</b>
            ))}
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
            hint="Agents usually earn their tier. They start at T0, registering gives T1, and audits lead higher. A granted tier overrides the earned one (up or down) until you withdraw it, an audit fails, or a critical incident names the agent."
          />
        )}
        {asksName && (
          <FormText
            {...fieldOf(state, "organisation")}
            label="Type the organisation’s name"
            hint="The token acts for the agents that the organisation already has."
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

/** Rejects an application, or takes back an approval while the token is not claimed. */
export function RejectForm({ action, id, seen }: { action: Action; id: string; seen: "pending" | "approved" }) {
  const [state, form] = useForm(action, openForm<Application>(), () => "Rejected.");
  const message = state.outcome === "open" ? state.message : undefined;
  const what = seen === "pending" ? "Reject" : "Take the approval back";
  return (
    <Confirm summary={`${what}…`} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">You cannot undo this. The applicant may apply again.</p>
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
