import { Move, Reason } from "@/components/council/act-parts";
import { DidWithIdenticon } from "@/components/marks/did";
import { consoleAgentHref } from "@/components/marks/profile-href";
import { EmptyList } from "@/components/ui/list";
import { RelativeTime } from "@/components/ui/relative-time";
import { actKindLabel, actSubjectLabel } from "@/lib/features/council/act-words";
import type { Act } from "@/lib/features/council/schema";
import { ownValue } from "@/lib/foundation/own-values";
import { isUuid } from "@/lib/foundation/text/uuid";
import { addressWith } from "@/lib/http/page-address";

interface ActListProps {
  acts: readonly Act[];
  /** The operators' names, by their names in the log. */
  names: Record<string, string>;
}

export function ActList({ acts, names }: ActListProps) {
  if (acts.length === 0) return <EmptyList title="No action yet." />;
  return (
    <ol className="border-total border-t">
      {acts.map((act) => (
        <li
          key={act.id}
          className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[8.5rem_minmax(0,1fr)_8rem]"
        >
          <p className="text-ink-2 text-xs">
            <RelativeTime instant={act.created_at} />
          </p>
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="flex flex-wrap items-center gap-x-2">
              <b className="font-semibold">{actKindLabel(act.kind)}</b>
              <Subject act={act} />
              <Move details={act.details} />
            </p>
            <Reason details={act.details} />
            <p className="mt-0.5 flex items-center gap-x-1.5 text-ink-2 text-xs">
              by{" "}
              <a href={addressWith("/console/activity", { actor: act.actor })}>
                <Actor actor={act.actor} names={names} />
              </a>
            </p>
            <details className="mt-1">
              <summary className="min-h-6 text-ink-2 text-xs">Details</summary>
              <p className="mt-1 text-xs">
                <a href={addressWith("/console/activity", { kind: act.kind })}>
                  All actions of the kind <span className="font-mono">{act.kind}</span>
                </a>
              </p>
              <pre className="mt-1 whitespace-pre-wrap bg-sunk p-3 font-mono text-xs">
                {JSON.stringify(act.details, null, 2)}
              </pre>
            </details>
          </div>
          <p className="text-xs md:text-right">
            <a href={`/anchors/${act.id}`}>{`Entry ${act.seq.toLocaleString("en")}`}</a>
            <a href={addressWith("/console/redact", { subject: "act", id: act.seq })} className="mt-1 block">
              Redact…
            </a>
          </p>
        </li>
      ))}
    </ol>
  );
}

function pageOf({ kind, subject }: Act): string | undefined {
  if (subject.startsWith("did:")) return consoleAgentHref(subject);
  if (/^(source|list):/.test(subject)) return "/console/sources";
  if (/^(credential|operator)\./.test(kind)) return `/console/credentials/${subject}`;
  const [, incident] = /^incident:(\d+)$/.exec(subject) ?? [];
  if (incident) return `/console/incidents/${incident}`;
  const [, report] = /^report:(\d+)$/.exec(subject) ?? [];
  if (report) return `/console/reports/${report}`;
  const [, rfc] = /^rfc-(\d+)$/.exec(subject) ?? [];
  if (rfc) return `/console/rfcs/${Number(rfc)}`;
  return undefined;
}

function Subject({ act }: { act: Act }) {
  const page = pageOf(act);
  const name = <Name name={actSubjectLabel(act.subject)} />;
  if (page === undefined) return name;
  return <a href={page}>{name}</a>;
}

/** Shows an agent by its DID and seal, a UUID in the type for code, and everything else as text. */
function Name({ name }: { name: string }) {
  if (name.startsWith("did:")) return <DidWithIdenticon did={name} />;
  return <bdi className={isUuid(name) ? "font-mono text-xs" : ""}>{name}</bdi>;
}

function Actor({ actor, names }: { actor: string; names: ActListProps["names"] }) {
  if (actor === "system") return "the service";
  const operator = ownValue(names, actor);
  return operator === undefined ? <Name name={actor} /> : <bdi>{operator}</bdi>;
}
