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
  { value: "pending", name: auditFormTexts.pending },
  { value: "pass", name: auditFormTexts.passed },
  { value: "fail", name: auditFormTexts.failed },
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
          label={auditFormTexts.did}
          hint={auditFormTexts.didHint}
          mono
          choices={agents}
          {...fieldOf(state, "did")}
        />
        <FormSelect label={auditFormTexts.verdict} options={VERDICTS} {...fieldOf(state, "verdict")} />
        <FormArea label={auditFormTexts.summary} hint={auditFormTexts.summaryHint} {...fieldOf(state, "summary")} />
        <FormArea label={auditFormTexts.findings} hint={auditFormTexts.findingsHint} {...fieldOf(state, "findings")} />
        <FormArea label={auditFormTexts.evidence} hint={auditFormTexts.evidenceHint} {...fieldOf(state, "evidence")} />
        <div>
          <SubmitButton>{auditFormTexts.record}</SubmitButton>
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
          ? auditFormTexts.notJoined
          : auditFormTexts.standing(<a href={profileHref(did)}>{did}</a>, standing.trust_tier, standing.trust_score),
      )}
    </p>
  );
}
