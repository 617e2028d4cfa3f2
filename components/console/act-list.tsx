import { SealedDid } from "@/components/agents/did";
import { consoleAgentHref } from "@/components/agents/profile-href";
import { WhenBelow } from "@/components/ui/ago";
import { EmptyList } from "@/components/ui/list";
import type { Act } from "@/lib/council/schema";
import { addressWith } from "@/lib/http/page-address";

interface ActListProps {
  acts: readonly Act[];
  /** What operators are called, by the log's name for them. */
  names: Record<string, string>;
}

/** Acts of the council's log: who did what to whom, why, and the entry that proves it. */
export function ActList({ acts, names }: ActListProps) {
  if (acts.length === 0) return <EmptyList title="Nothing is on record." />;
  return (
    <ol className="border-total border-t">
      {acts.map((act) => (
        <li
          key={act.id}
          className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[8.5rem_minmax(0,1fr)_8rem]"
        >
          <p className="text-ink-2 text-xs">
            <WhenBelow instant={act.created_at} />
          </p>
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>
              <a
                href={addressWith("/console/activity", { kind: act.kind })}
                className="font-mono font-semibold text-xs"
              >
                {act.kind}
              </a>{" "}
              <Subject act={act} />
            </p>
            <Reason details={act.details} />
            <p className="mt-0.5 text-ink-2 text-xs">
              by{" "}
              <a href={addressWith("/console/activity", { actor: act.actor })}>
                {names[act.actor] === undefined ? <Name name={act.actor} /> : <bdi>{names[act.actor]}</bdi>}
              </a>
            </p>
            <details className="mt-1">
              <summary className="min-h-6 text-ink-2 text-xs">All that is recorded</summary>
              <pre className="mt-1 whitespace-pre-wrap bg-sunk p-3 font-mono text-xs">
                {JSON.stringify(act.details, null, 2)}
              </pre>
            </details>
          </div>
          <p className="text-xs md:text-right">
            <a href={`/anchors/${act.id}`}>Entry {act.seq.toLocaleString("en")}</a>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Where the console has what an act is about, where it has it. */
function pageOf({ kind, subject }: Act): string | undefined {
  if (subject.startsWith("did:")) return consoleAgentHref(subject);
  if (/^(credential|operator)\./.test(kind)) return `/console/credentials/${subject}`;
  const [, incident] = /^incident:(\d+)$/.exec(subject) ?? [];
  if (incident) return `/console/incidents/${incident}`;
  const [, rfc] = /^rfc-0*(\d+)$/.exec(subject) ?? [];
  if (rfc) return `/console/rfcs/${rfc}`;
  return undefined;
}

function Subject({ act }: { act: Act }) {
  const page = pageOf(act);
  const name = <Name name={act.subject} />;
  if (page === undefined) return name;
  return <a href={page}>{name}</a>;
}

/** An agent by its DID under its seal; whatever else the log names as it stands there. */
function Name({ name }: { name: string }) {
  return name.startsWith("did:") ? <SealedDid did={name} /> : <bdi className="font-mono text-xs">{name}</bdi>;
}

/** What was said of an act, under whichever name its kind has for it. */
const SAID = ["reason", "note", "summary", "text", "title", "label"];

function Reason({ details }: { details: Act["details"] }) {
  const said = SAID.map((name) => details[name]).find((text) => typeof text === "string" && text !== "");
  if (said === undefined) return null;
  return (
    <p className="max-w-[72ch] text-ink-2">
      <bdi>{String(said)}</bdi>
    </p>
  );
}
