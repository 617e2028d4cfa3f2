"use client";

import { auditFormTexts } from "@/components/council/texts";
import { useForm } from "@/components/forms/use-form";
import { profileHref } from "@/components/marks/profile-href";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { RecordedAudit } from "@/lib/features/council/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const VERDICTS = [
  { value: "pending", name: "Pending: it has no effect yet" },
  { value: "pass", name: "Passed" },
  { value: "fail", name: "Failed: it also ends a granted tier" },
];

interface AuditFormProps {
  action: FormAction<RecordedAudit>;
  did: string;
  /** The agents that the field suggests: their DIDs and names. */
  agents: readonly { value: string; name: string }[];
  /** Made when the form is shown, so a form that is sent twice records one audit. */
  idempotencyKey: string;
}

/** Records an audit in the name of the signed-in operator. */
export function AuditForm({ action, did, agents, idempotencyKey }: AuditFormProps) {
  const [state, form] = useForm(action, openForm<RecordedAudit>({ did, verdict: "pending" }));
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <Recorded audit={state.value} />}
      <form {...form} className="grid max-w-2xl gap-5">
        <FormNotice message={state.outcome === "open" ? state.message : undefined} />
        <HiddenFields values={{ idempotency_key: idempotencyKey }} />
        <FormText
          label="DID of the agent"
          hint="Type a part of its name or DID."
          mono
          choices={agents}
          {...fieldOf(state, "did")}
        />
        <FormSelect label="Verdict" options={VERDICTS} {...fieldOf(state, "verdict")} />
        <FormArea label="Summary" hint="Public." {...fieldOf(state, "summary")} />
        <FormArea label="Findings" hint="One on each line." {...fieldOf(state, "findings")} />
        <FormArea
          label="Evidence"
          hint="Addresses, hashes or documents, one on each line."
          {...fieldOf(state, "evidence")}
        />
        <div>
          <SubmitButton>Record the audit</SubmitButton>
        </div>
      </form>
    </div>
  );
}

function Recorded({ audit: { did, seq, standing } }: { audit: RecordedAudit }) {
  return (
    <p role="status" className="border-2 border-ink bg-raised px-4 py-3 text-sm [overflow-wrap:anywhere]">
      {auditFormTexts.recorded(
        seq,
        standing === null
          ? "No agent has joined with that DID yet. The audit counts when one joins."
          : auditFormTexts.standing(<a href={profileHref(did)}>{did}</a>, standing.trust_tier, standing.trust_score),
      )}
    </p>
  );
}
