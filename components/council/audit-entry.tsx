import Link from "next/link";
import { DidText } from "@/components/agents/did-text";
import { profileHref } from "@/components/agents/profile-href";
import { Seal } from "@/components/drawings/seal";
import { Ago } from "@/components/ui/ago";
import type { Audit } from "@/lib/council/schema";
import { VerdictMark } from "./verdict-mark";

/** One audit: who looked at whom, what came of it, and where it stands in the log. @param now ISO 8601 */
export function AuditEntry({ audit, now, agentShown = true }: { audit: Audit; now: string; agentShown?: boolean }) {
  return (
    <li id={audit.id} className="grid gap-x-6 gap-y-2 border-hair border-b py-4 md:grid-cols-[7rem_minmax(0,1fr)_9rem]">
      <p className="flex items-baseline justify-between gap-4 md:block">
        <VerdictMark verdict={audit.verdict} />
        <span className="text-ink-3 text-xs md:mt-1 md:block">
          <Ago instant={audit.created_at} now={now} />
        </span>
      </p>
      <div className="min-w-0 text-sm">
        {agentShown && <Party did={audit.did} />}
        {audit.summary && <p className="mt-1 max-w-[72ch] [overflow-wrap:anywhere]">{audit.summary}</p>}
        <p className="mt-1 text-ink-2 text-xs">
          Audited by <Auditor name={audit.auditor} />
        </p>
        <Statements title="Findings" list={audit.findings} />
        <Statements title="Evidence" list={audit.evidence} />
      </div>
      <p className="text-ink-3 text-xs md:text-right">
        Council log, entry <span className="font-mono text-ink-2">{audit.seq.toLocaleString("en")}</span>
      </p>
    </li>
  );
}

function Party({ did }: { did: string }) {
  return (
    <Link href={profileHref(did)} prefetch={false} className="flex items-center gap-2 no-underline hover:underline">
      <span className="text-accent">
        <Seal did={did} size={22} />
      </span>
      <DidText did={did} />
    </Link>
  );
}

/** An auditor is an agent, which has a page, or an operator, which has none. */
function Auditor({ name }: { name: string }) {
  if (!name.startsWith("did:")) return <span className="font-mono [overflow-wrap:anywhere]">{name}</span>;
  return (
    <Link href={profileHref(name)} prefetch={false} className="font-mono [overflow-wrap:anywhere]">
      {name}
    </Link>
  );
}

function Statements({ title, list }: { title: string; list: Audit["findings"] }) {
  if (list.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="min-h-6 text-ink-2 text-xs">
        {title} ({list.length})
      </summary>
      <ul className="mt-1 list-disc pl-5 text-xs">
        {list.map((statement, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and its members may be equal
          <li key={index} className="py-0.5 [overflow-wrap:anywhere]">
            {typeof statement === "string" ? statement : <code className="font-mono">{JSON.stringify(statement)}</code>}
          </li>
        ))}
      </ul>
    </details>
  );
}
