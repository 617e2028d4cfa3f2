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
  const [state, form] = useForm(action, openForm<Application>(), () => decisionTexts.approved);
  const message = state.outcome === "open" ? state.message : undefined;
  const twice = asksForTopTier(state);
  return (
    <Confirm summary={again ? decisionTexts.approveAgain : decisionTexts.approve} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">{decisionTexts.approveMeans}</p>
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
            label={decisionTexts.tier}
            options={tiers}
            hint={decisionTexts.tierHint}
          />
        )}
        {asksName && (
          <FormText
            {...fieldOf(state, "organisation")}
            label={decisionTexts.typeName}
            hint={decisionTexts.typeNameHint}
            autoComplete="off"
          />
        )}
        <FormArea
          {...fieldOf(state, "note")}
          id="approve-note"
          label={decisionTexts.note}
          hint={decisionTexts.optional}
          rows={2}
        />
        <div>
          <SubmitButton>{twice ? decisionTexts.approveAndGrant : decisionTexts.confirmApprove}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}

/** Rejects an application, or takes back an approval while the token is not claimed. */
export function RejectForm({ action, id, seen }: { action: Action; id: string; seen: "pending" | "approved" }) {
  const [state, form] = useForm(action, openForm<Application>(), () => decisionTexts.rejected);
  const message = state.outcome === "open" ? state.message : undefined;
  const what = seen === "pending" ? decisionTexts.reject : decisionTexts.takeBack;
  return (
    <Confirm summary={decisionTexts.more(what)} open={message !== undefined}>
      <form {...form} className="grid gap-4">
        <p className="text-sm">{decisionTexts.final}</p>
        <FormNotice message={message} />
        <HiddenFields values={{ id, seen }} />
        <FormArea
          {...fieldOf(state, "note")}
          id="reject-note"
          label={decisionTexts.reason}
          hint={decisionTexts.reasonHint}
        />
        <div>
          <SubmitButton>{what}</SubmitButton>
        </div>
      </form>
    </Confirm>
  );
}
