import type { ReactNode } from "react";
import { Actor } from "@/components/marks/did";
import { actHref } from "@/components/marks/subject-href";
import type { Dispute, Reply } from "@/lib/features/disputes/schema";
import { isDisputed } from "@/lib/features/disputes/view";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { AgentNames } from "@/lib/identity/did";

const dayOf = (instant: string) => instant.slice(0, 10);

const BOX = "flex min-w-0 flex-col gap-2 border border-ink bg-slip-b px-4.5 py-4 text-md leading-normal md:px-6";
const TEXT = "whitespace-pre-line [overflow-wrap:anywhere]";

const RECORDS = {
  incident: {
    title: "The report",
    name: "Report",
    came: "The report came",
    decisions: [
      { name: "Upheld", effect: "The report stays as it is." },
      { name: "Amended", effect: "The incident no longer names the agent." },
      { name: "Withdrawn", effect: "The incident counts against nobody." },
    ],
  },
  audit: {
    title: "The audit",
    name: "Audit",
    came: "The audit came",
    decisions: [
      { name: "Upheld", effect: "The audit stays as it is." },
      { name: "Set aside", effect: "The audit no longer counts." },
    ],
  },
} as const;

const DECIDED = {
  upheld: "Upheld",
  amended: "Amended: the incident no longer names the agent",
  withdrawn: "Withdrawn: the incident counts against nobody",
  set_aside: "Set aside: the audit no longer counts",
} as const;

interface AccountsProps {
  kind: keyof typeof RECORDS;
  /** When the record was made. */
  at: string;
  by: string;
  disputes: readonly Dispute[];
  names: AgentNames;
  /** The words of the record. */
  children: ReactNode;
}

function TwoAccounts({ kind, at, disputes }: Pick<AccountsProps, "kind" | "at" | "disputes">) {
  const first = disputes.flatMap(({ replies }) => replies[0]?.at ?? []).sort()[0];
  if (first === undefined) return null;
  const state = isDisputed(disputes) ? "An operator has not decided between them." : "An operator has decided.";
  return (
    <p className="mt-4 flex flex-wrap gap-x-5">
      <span>
        <b className="font-semibold">There are two sides.</b>{" "}
        {`${RECORDS[kind].came} on ${dayOf(at)}, the reply on ${dayOf(first)}. ${state}`}
      </span>
      <span className="flex gap-x-5">
        <Jump to="report">{RECORDS[kind].name}</Jump>
        <Jump to="reply">Reply</Jump>
        <Jump to="decision">Decision</Jump>
      </span>
    </p>
  );
}

const Jump = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className="inline-flex items-center max-md:min-h-11">
    {children}
  </a>
);

/**
 * Shows a record and the replies to it side by side, in the same form: the record first, because it is older. Then the
 * decisions.
 */
export function Accounts({ kind, at, by, disputes, names, children }: AccountsProps) {
  const replied = disputes.filter(({ replies }) => replies.length > 0);
  return (
    <section aria-label="Record and replies">
      <TwoAccounts kind={kind} at={at} disputes={disputes} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-10">
        <article aria-labelledby="report" className={BOX}>
          <h2 id="report" className="scroll-mt-6 text-title-3">
            {RECORDS[kind].title}
          </h2>
          <By name={by} names={names} at={at} />
          {children}
        </article>
        <div id="reply" className="grid scroll-mt-6 gap-5">
          {replied.map((dispute) => (
            <ReplyOf key={dispute.did} dispute={dispute} names={names} isOnly={replied.length === 1} />
          ))}
        </div>
      </div>
      <div
        id="decision"
        className="mt-5 grid scroll-mt-6 gap-x-8 gap-y-4 border border-rule border-dashed px-4.5 py-4 text-ink-2 text-sm md:grid-cols-[10rem_minmax(0,1fr)] md:px-6"
      >
        <h2 className="text-ink text-title-3">Decision</h2>
        <div className="grid gap-4">
          {disputes.map((dispute) => (
            <DecisionOf key={dispute.did} dispute={dispute} names={names} isOnly={disputes.length === 1} />
          ))}
          {isDisputed(disputes) && (
            <>
              <p>The reply by itself changes no score. Until the decision, this page takes no side.</p>
              <dl className="grid gap-x-6 gap-y-2 md:grid-cols-3">
                {RECORDS[kind].decisions.map(({ name, effect }) => (
                  <div key={name}>
                    <dt className="font-semibold text-ink">{name}</dt>
                    <dd>{effect}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

interface ByProps {
  name: string;
  names: AgentNames;
  at: string;
  whose?: string;
}

function By({ name, names, at, whose }: ByProps) {
  return (
    <p className="text-ink-3 text-sm [overflow-wrap:anywhere]">
      From <Actor inline name={name} names={names} />
      {whose}. <time dateTime={at}>{`${utcMinute(at)} UTC`}</time>
    </p>
  );
}

interface OfDisputeProps {
  dispute: Dispute;
  names: AgentNames;
  isOnly: boolean;
}

function ReplyOf({ dispute: { did, replies }, names, isOnly }: OfDisputeProps) {
  const present = replies.filter(({ superseded }) => !superseded);
  return (
    <article aria-labelledby={`reply-${did}`} className={BOX}>
      <h2 id={`reply-${did}`} className="text-title-3 [overflow-wrap:anywhere]">
        {isOnly ? "The reply" : `The reply for ${names.get(did) ?? did}`}
      </h2>
      {present.map((reply) => (
        <div key={reply.id} className="grid gap-2">
          <By name={reply.author} names={names} at={reply.at} whose=", owner of the agent at that time" />
          <p className={TEXT}>
            <bdi>{reply.text}</bdi>
          </p>
        </div>
      ))}
      <EarlierVersions replies={replies} names={names} />
    </article>
  );
}

function EarlierVersions({ replies, names }: { replies: readonly Reply[]; names: AgentNames }) {
  const earlier = replies.filter(({ superseded }) => superseded);
  if (earlier.length === 0) return null;
  return (
    <details className="mt-auto border-hair border-t pt-2">
      <summary className="min-h-6 text-ink-3 text-sm">
        {earlier.length === 1
          ? "Amended once. The version before"
          : `Amended ${earlier.length} times. The versions before`}
      </summary>
      {earlier.map(({ id, author, at, text }) => (
        <div key={id} className="mt-3 grid gap-1">
          <By name={author} names={names} at={at} />
          <p className={`${TEXT} text-ink-2`}>
            <bdi>{text}</bdi>
          </p>
        </div>
      ))}
    </details>
  );
}

function DecisionOf({ dispute: { did, disputed, due_at, decision }, names, isOnly }: OfDisputeProps) {
  const whose = isOnly ? null : (
    <span className="block">
      <Actor name={did} names={names} />
    </span>
  );
  if (decision === null) {
    if (!disputed || due_at === null) return null;
    return (
      <p>
        {whose}
        <b className="font-semibold text-ink">Open.</b> An operator decides with a public reason by{" "}
        <time dateTime={due_at} className="whitespace-nowrap">
          {dayOf(due_at)}
        </time>
        .
      </p>
    );
  }
  return (
    <div className="grid gap-1">
      <p>
        {whose}
        <b className="font-semibold text-ink">{DECIDED[decision.decision]}.</b> By{" "}
        <Actor inline name={decision.by} names={names} />,{" "}
        <time dateTime={decision.at}>{`${utcMinute(decision.at)} UTC`}</time>.{" "}
        <a href={actHref(decision.seq)}>{`Act ${decision.seq.toLocaleString("en")}`}</a>
      </p>
      <p className={`${TEXT} text-ink`}>
        <bdi>{decision.reason}</bdi>
      </p>
    </div>
  );
}
