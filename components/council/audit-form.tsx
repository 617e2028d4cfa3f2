"use client";

import { profileHref } from "@/components/agents/profile-href";
import { useForm } from "@/components/forms/use-form";
import { HiddenFields } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { RecordedAudit } from "@/lib/council/schema";
import { type FormAction, fieldOf, openForm } from "@/lib/http/form-state";

const VERDICTS = [
  { value: "pending", name: "Pending: it counts for nothing yet" },
  { value: "pass", name: "Passed" },
  { value: "fail", name: "Failed: it also ends a granted tier" },
];

interface AuditFormProps {
  action: FormAction<RecordedAudit>;
  did: string;
  /** Those that the field offers: their DIDs and names. */
  agents: readonly { value: string; name: string }[];
  /** Of this form as it was shown: sent twice, it records one audit. */
  idempotencyKey: string;
}

/** Puts an audit on record, by the operator who is signed in. */
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
        <FormArea label="Summary" hint="Everyone reads it." {...fieldOf(state, "summary")} />
        <FormArea label="Findings" hint="One on each line." {...fieldOf(state, "findings")} />
        <FormArea
          label="Evidence"
          hint="What it rests on, one on each line: addresses, hashes, documents."
          {...fieldOf(state, "evidence")}
        />
        <div>
          <SubmitButton>Put it on record</SubmitButton>
        </div>
      </form>
    </div>
  );
}

function Recorded({ audit: { did, seq, standing } }: { audit: RecordedAudit }) {
  return (
    <p role="status" className="border-2 border-ink bg-raised px-4 py-3 text-sm [overflow-wrap:anywhere]">
      On record as entry {seq.toLocaleString("en")} of the council’s log.{" "}
      {standing === null ? (
        "Nobody has joined under that DID yet; the audit counts from then on."
      ) : (
        <>
          <a href={profileHref(did)}>{did}</a> stands at {standing.trust_tier} with a score of {standing.trust_score}.
        </>
      )}
    </p>
  );
}
