import { auditTexts } from "@/components/council/texts";
import { Actor } from "@/components/marks/did";
import { LogPlace } from "@/components/marks/log-place";
import { CopyButton } from "@/components/ui/copy-button";
import { SignedWord } from "@/components/ui/marks";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Audit, Verdict } from "@/lib/features/council/schema";

/** Shows one audit: its auditor, its subject, its verdict, and its place in the log. */
export function AuditEntry({ audit, agentShown = true }: { audit: Audit; agentShown?: boolean }) {
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
  // Equal statements are shown once.
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

const FACES = {
  pass: { word: auditTexts.passed, path: "M2.5 6.5l2.5 2.5l4.5-6", className: "text-accent" },
  fail: { word: auditTexts.failed, path: "M3 3l6 6M9 3l-6 6", className: "text-ink" },
  pending: { word: auditTexts.pending, path: "M3 6h.01M6 6h.01M9 6h.01", className: "text-ink-3" },
} as const satisfies Record<Verdict, unknown>;

/** Shows a verdict as a word, with a tick, a cross or three dots before it. */
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return <SignedWord {...FACES[verdict]} />;
}
