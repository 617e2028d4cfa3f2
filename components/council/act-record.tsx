import { Move, Reason } from "@/components/council/act-parts";
import { Actor } from "@/components/marks/did";
import { actHref, subjectHref } from "@/components/marks/subject-href";
import { actKindLabel, actSubjectLabel, CONTENT_WORDS } from "@/lib/features/council/act-words";
import type { PublicAct } from "@/lib/features/council/schema";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { AgentNames } from "@/lib/identity/did";

/** Shows an act of the public record as one row: its number, the act, its subject, the reason, the actor and the time. */
export function ActRecord({ act, names }: { act: PublicAct; names: AgentNames }) {
  const { seq, kind, content, subject, actor, details, created_at } = act;
  return (
    <li className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[6rem_minmax(0,1fr)_10rem]">
      <p>
        <a href={actHref(seq)} className="inline-flex items-center tabular-nums max-md:min-h-11">
          <span className="sr-only">Act </span>
          {seq.toLocaleString("en")}
        </a>
      </p>
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2">
          <b className="font-semibold">{actKindLabel(kind)}</b>
          {subject !== null && <Subject subject={subject} names={names} />}
          {details && <Move details={details} />}
        </p>
        {details && <Reason details={details} />}
        {content !== "public" && <p className="text-ink-3 text-xs">{CONTENT_WORDS[content]}</p>}
        {actor !== null && (
          <p className="mt-0.5 text-ink-2 text-xs">
            by <ActActor inline actor={actor} names={names} />
          </p>
        )}
      </div>
      <p className="text-ink-2 text-xs md:text-right">
        <time dateTime={created_at}>{`${utcMinute(created_at)} UTC`}</time>
      </p>
    </li>
  );
}

export function Subject({ subject, names }: { subject: string; names: AgentNames }) {
  if (subject.startsWith("did:")) return <Actor name={subject} names={names} />;
  const href = subjectHref(subject);
  const name = <bdi>{actSubjectLabel(subject)}</bdi>;
  return href === undefined ? name : <a href={href}>{name}</a>;
}

export function ActActor({ actor, names, inline = false }: { actor: string; names: AgentNames; inline?: boolean }) {
  return (
    <>
      <Actor name={actor} names={names} inline={inline} />
      {actor.startsWith("operator:") && <code className="ml-1 font-mono">{actor}</code>}
    </>
  );
}
