import { DisputeMark } from "@/components/marks/dispute-mark";
import { Section } from "@/components/ui/section";
import { MAX_VERSIONS, recordHref } from "@/lib/features/disputes/rules";
import type { Dispute } from "@/lib/features/disputes/schema";
import { stateOfDisputes } from "@/lib/features/disputes/view";
import type { NamingRecord } from "@/lib/features/replies/schema";
import type { FormAction } from "@/lib/http/form-state";
import { ReplyForm } from "./replies";

interface NamingRecordsProps {
  did: string;
  records: readonly NamingRecord[];
  reply: FormAction<Dispute>;
}

export function NamingRecords({ did, records, reply }: NamingRecordsProps) {
  return (
    <Section title="Incidents and audits">
      <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
        You may reply to each in public, also while the agent is suspended or withdrawn. A reply changes no score. An
        operator decides on it. Until then you can write at most {MAX_VERSIONS} versions, one a day.
      </p>
      {records.length === 0 && <p className="text-sm">No incident or audit names this agent.</p>}
      <ul>
        {records.map((named) => (
          <li key={named.record} className="grid gap-2 border-hair border-b py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-4">
              <a href={recordHref(named.record)} className="[overflow-wrap:anywhere]">
                <bdi>{named.title}</bdi>
              </a>
              <span className="text-ink-3 text-xs">{named.at.slice(0, 10)}</span>
              <DisputeMark state={named.dispute && stateOfDisputes([named.dispute])} />
            </p>
            <State named={named} />
            {named.closed === null && (
              <ReplyForm
                key={named.dispute?.replies.length}
                action={reply}
                record={named.record}
                did={did}
                text={named.dispute?.replies.at(-1)?.text ?? ""}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function State({ named: { dispute, closed } }: { named: NamingRecord }) {
  if (dispute?.disputed && dispute.due_at) {
    const written = `${dispute.replies.length} of ${MAX_VERSIONS} versions.`;
    return <p className="text-ink-2">{`${written} An operator decides by ${dispute.due_at.slice(0, 10)}.`}</p>;
  }
  return closed === null ? null : <p className="text-ink-2">{closed}</p>;
}
