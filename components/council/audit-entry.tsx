import { Actor } from "@/components/marks/did";
import { DisputeMark } from "@/components/marks/dispute-mark";
import { LogPlace } from "@/components/marks/log-place";
import { CopyButton } from "@/components/ui/copy-button";
import { SignedWord } from "@/components/ui/marks";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Audit, Verdict } from "@/lib/features/council/schema";
import type { AgentNames } from "@/lib/identity/did";

interface AuditEntryProps {
  audit: Audit;
  names: AgentNames;
  agentShown?: boolean;
}

export function AuditEntry({ audit, names, agentShown = true }: AuditEntryProps) {
  return (
    <li
      id={audit.id}
      className="grid gap-x-6 gap-y-2 border-hair border-b py-4 md:grid-cols-[8.5rem_minmax(0,1fr)_9rem]"
    >
      <p className="flex items-baseline justify-between gap-4 md:block">
        <VerdictMark verdict={audit.verdict} />
        <span className="text-right text-ink-3 text-xs md:mt-1 md:block md:text-left">
          <RelativeTime instant={audit.created_at} />
        </span>
      </p>
      <div className="min-w-0 text-sm">
        {agentShown && <Actor name={audit.did} names={names} />}
        <p className="flex flex-wrap items-center gap-x-4">
          <a href={`/audits/${audit.id}`} className="inline-flex items-center text-xs max-md:min-h-11">
            The audit
          </a>
          <DisputeMark state={audit.disputed ? "disputed" : audit.decision} href={`/audits/${audit.id}`} />
        </p>
        {audit.summary && <p className="mt-1 max-w-[72ch] [overflow-wrap:anywhere]">{audit.summary}</p>}
        <p className="mt-1 text-ink-2 text-xs">
          Audited by <Actor inline name={audit.auditor} names={names} />
        </p>
        <FoldedStatements title="Findings" list={audit.findings} />
        <FoldedStatements title="Evidence" list={audit.evidence} />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 md:flex-col md:items-end">
        <LogPlace seq={audit.seq} />
        <CopyButton text={audit.id} what="the audit’s id" />
      </p>
    </li>
  );
}

interface StatementsProps {
  title: string;
  list: Audit["findings"];
}

/** Equal statements are shown once. */
const distinctOf = (list: Audit["findings"]) =>
  new Map(list.map((statement) => [JSON.stringify(statement), statement]));

function FoldedStatements({ title, list }: StatementsProps) {
  if (list.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="min-h-6 text-ink-2 text-xs">
        {title} ({distinctOf(list).size})
      </summary>
      <StatementList list={list} />
    </details>
  );
}

export function Statements({ title, list }: StatementsProps) {
  if (list.length === 0) return null;
  return (
    <div>
      <p className="font-semibold text-sm">{title}</p>
      <StatementList list={list} />
    </div>
  );
}

function StatementList({ list }: Pick<StatementsProps, "list">) {
  return (
    <ul className="mt-1 list-disc pl-5 text-xs">
      {[...distinctOf(list)].map(([json, statement]) => (
        <li key={json} className="py-0.5 [overflow-wrap:anywhere]">
          {typeof statement === "string" ? statement : <code className="font-mono">{json}</code>}
        </li>
      ))}
    </ul>
  );
}

const FACES = {
  pass: { word: "Passed", path: "M2.5 6.5l2.5 2.5l4.5-6", className: "text-accent" },
  fail: { word: "Failed", path: "M3 3l6 6M9 3l-6 6", className: "text-ink" },
  pending: { word: "Pending", path: "M3 6h.01M6 6h.01M9 6h.01", className: "text-ink-3" },
} as const satisfies Record<Verdict, unknown>;

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return <SignedWord {...FACES[verdict]} />;
}
