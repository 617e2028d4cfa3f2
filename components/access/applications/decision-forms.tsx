"use client";

import { asksForTopTier, TopTierStep } from "@/components/console/top-tier-step";
import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import type { Application } from "@/lib/features/access/applications/schema";
import type { FormAction } from "@/lib/http/form-state";

type Action = FormAction<Application>;

interface ApproveFormProps {
  action: Action;
  id: string;
  /** The agent's DID. Null for an organisation's token. */
  did: string | null;
  /** The tiers that can be granted, with the choice of no grant. */
  tiers: readonly { value: string; name: string }[];
  takesOverDid: boolean;
  /** Whether the operator must type the organisation's name, because it has agents or a key. */
  asksName: boolean;
  /** Whether an earlier approval has expired. */
  again: boolean;
}

export function ApproveForm({ action, id, did, tiers, takesOverDid, asksName, again }: ApproveFormProps) {
  const form = useForm(action, {}, "Approved. The applicant can now claim the token.");
  const twice = asksForTopTier(form.state);
  return (
    <ActionForm
      ask={again ? "Approve again…" : "Approve…"}
      form={form}
      hidden={{ id }}
      button={twice ? "Approve and grant T4" : "Approve"}
      intro={
        <>
          <p className="text-sm">
            The applicant can then claim the token for 14 days. You can take the approval back until the token is
            claimed. After that, revoke the credential.
          </p>
          {takesOverDid && (
            <p className="border-ink border-l-4 pl-4 text-sm">
              <b className="font-semibold">This is a hand-over.</b> When the token is claimed, the agent gets a new
              owner. Its former tokens, webhooks, proven key and granted tier end. The new owner can read the messages
              in its inbox.
            </p>
          )}
        </>
      }
      saysWhy={twice}
      className="gap-4"
    >
      {did !== null && twice && <TopTierStep agent={did} typed={form.field("confirmed")} />}
      {did !== null && !twice && (
        <FormSelect
          {...form.field("tier")}
          label="Tier"
          options={tiers}
          hint="Agents usually earn their tier. They start at T0, registering gives T1, and audits lead higher. A granted tier overrides the earned one (up or down) until you withdraw it, an audit fails, or a critical incident names the agent."
        />
      )}
      {asksName && (
        <FormText
          {...form.field("organisation")}
          label="Type the organisation’s name"
          hint="The token acts for the agents that the organisation already has."
          autoComplete="off"
        />
      )}
      <FormArea {...form.field("note")} id="approve-note" label="Note to the applicant" hint="Optional." rows={2} />
    </ActionForm>
  );
}

/** Rejects an application, or takes back an approval while the token is not claimed. */
export function RejectForm({ action, id, seen }: { action: Action; id: string; seen: "pending" | "approved" }) {
  const form = useForm(action, {}, "Rejected.");
  const what = seen === "pending" ? "Reject" : "Take the approval back";
  return (
    <ActionForm
      ask={`${what}…`}
      form={form}
      hidden={{ id, seen }}
      button={what}
      intro={<p className="text-sm">You cannot undo this. The applicant may apply again.</p>}
      className="gap-4"
    >
      <FormArea {...form.field("note")} id="reject-note" label="Reason" hint="The applicant reads it." />
    </ActionForm>
  );
}
