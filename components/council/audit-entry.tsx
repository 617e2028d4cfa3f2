import { Actor } from "@/components/agents/actor";
import { WhenBelow } from "@/components/ui/ago";
import { CopyButton } from "@/components/ui/copy-button";
import type { Audit } from "@/lib/council/schema";
import { LogPlace } from "./log-place";
import { VerdictMark } from "./verdict-mark";

/** One audit: who looked at whom, what came of it, and where it stands in the log. @param now ISO 8601 */
export function AuditEntry({ audit, now, agentShown = true }: { audit: Audit; now: string; agentShown?: boolean }) {
  return (
    <li
      id={audit.id}
      className="grid gap-x-6 gap-y-2 border-hair border-b py-4 md:grid-cols-[8.5rem_minmax(0,1fr)_9rem]"
    >
      <p className="flex items-baseline justify-between gap-4 md:block">
        <VerdictMark verdict={audit.verdict} />
        <span className="text-right text-ink-3 text-xs md:mt-1 md:block md:text-left">
          <WhenBelow instant={audit.created_at} now={now} />
        </span>
      </p>
      <div className="min-w-0 text-sm">
        {agentShown && <Actor name={audit.did} />}
        {audit.summary && <p className="mt-1 max-w-[72ch] [overflow-wrap:anywhere]">{audit.summary}</p>}
        <p className="mt-1 text-ink-2 text-xs">
          Audited by <Actor inline name={audit.auditor} />
        </p>
        <Statements title="Findings" list={audit.findings} />
        <Statements title="Evidence" list={audit.evidence} />
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 md:flex-col md:items-end">
        <LogPlace seq={audit.seq} />
        <CopyButton text={audit.id} what="the audit’s id" />
      </p>
    </li>
  );
}

function Statements({ title, list }: { title: string; list: Audit["findings"] }) {
  if (list.length === 0) return null;
  // Said twice is said once.
  const distinct = new Map(list.map((statement) => [JSON.stringify(statement), statement]));
  return (
    <details className="mt-1">
      <summary className="min-h-6 text-ink-2 text-xs">
        {title} ({distinct.size})
      </summary>
      <ul className="mt-1 list-disc pl-5 text-xs">
        {[...distinct].map(([json, statement]) => (
          <li key={json} className="py-0.5 [overflow-wrap:anywhere]">
            {typeof statement === "string" ? statement : <code className="font-mono">{json}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
