"use client";

import { ActionForm } from "@/components/forms/action-form";
import { useForm } from "@/components/forms/use-form";
import { profileHref } from "@/components/marks/profile-href";
import { FormArea, FormSelect, FormText } from "@/components/ui/form";
import type { RecordedAudit } from "@/lib/features/council/schema";
import type { FormAction } from "@/lib/http/form-state";

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

export function AuditForm({ action, did, agents, idempotencyKey }: AuditFormProps) {
  const form = useForm(action, { did, verdict: "pending" });
  const { state } = form;
  return (
    <div className="grid gap-6">
      {state.outcome === "done" && <Recorded audit={state.value} />}
      <ActionForm
        form={form}
        hidden={{ idempotency_key: idempotencyKey }}
        button="Record the audit"
        className="max-w-2xl gap-5"
      >
        <FormText
          label="DID of the agent"
          hint="Type a part of its name or DID."
          mono
          choices={agents}
          {...form.field("did")}
        />
        <FormSelect label="Verdict" options={VERDICTS} {...form.field("verdict")} />
        <FormArea label="Summary" hint="Public." {...form.field("summary")} />
        <FormArea label="Findings" hint="Public. One on each line." {...form.field("findings")} />
        <FormArea
          label="Evidence"
          hint="Public. Addresses, hashes or documents, one on each line."
          {...form.field("evidence")}
        />
      </ActionForm>
    </div>
  );
}

function Recorded({ audit: { did, seq, standing } }: { audit: RecordedAudit }) {
  return (
    <p role="status" className="border-2 border-ink bg-raised px-4 py-3 text-sm [overflow-wrap:anywhere]">
      Recorded as entry {seq.toLocaleString("en")} of the council’s log.{" "}
      {standing === null ? (
        "No agent has joined with that DID yet. The audit counts when one joins."
      ) : (
        <>
          <a href={profileHref(did)}>{did}</a> now has tier {standing.trust_tier} and a score of {standing.trust_score}.
        </>
      )}
    </p>
  );
}
