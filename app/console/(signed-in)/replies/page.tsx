import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Actor } from "@/components/marks/did";
import { DecideReplyForm } from "@/components/replies/decision-form";
import { EmptyList, ListPages } from "@/components/ui/list";
import { RelativeTime } from "@/components/ui/relative-time";
import { readAgentNames } from "@/lib/features/council/service/agent-names";
import { incidentRecord, partsOfRecord } from "@/lib/features/disputes/rules";
import { listFromReports } from "@/lib/features/incidents/reports/service/own-words";
import { idOfReply } from "@/lib/features/queues/rules";
import { PendingQuery, type PendingReply } from "@/lib/features/replies/schema";
import { listPendingReplies } from "@/lib/features/replies/service/list-pending";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import type { AgentNames } from "@/lib/identity/did";
import { readForConsole } from "@/lib/next/read-for-console";
import { Permitted } from "../permitted";
import { Work } from "../work";
import { decideAboutAudit, decideAboutIncident } from "./actions";

export const metadata: Metadata = { title: "Replies" };

const PLACE = "/console/replies";
const USUAL = 20;

interface Pending {
  reply: PendingReply;
  /** Whether a private report led to the incident. */
  fromReport: boolean;
}

export default async function RepliesPage({ searchParams }: PageProps<"/console/replies">) {
  const { from, ...given } = firstValues(await searchParams);
  const query = readQuery(PendingQuery, given);
  const { record, did } = query;
  const read = await readForConsole(async (ctx) => {
    const list = await listPendingReplies(ctx, query);
    const parts = list.replies.map(({ record }) => partsOfRecord(record));
    const ids = parts.flatMap(({ kind, id }) => (kind === "incident" ? Number(id) : []));
    const fromReports = new Set([...(await listFromReports(ctx, ids))].map(incidentRecord));
    const pending = list.replies.map((reply): Pending => ({ reply, fromReport: fromReports.has(reply.record) }));
    const names = await readAgentNames(
      ctx,
      list.replies.map(({ did }) => did),
    );
    return { ...list, pending, names };
  }, PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { pending, names, total, overdue, limit, offset, generated_at } = read.value;
  return (
    <>
      <PageTitle title="Replies">
        {`Owners of named agents replied in public and wait for a decision by a date that everyone can see. ${total === 1 ? "One waits" : `${total} wait`}, ${overdue} overdue. The earliest due date is first.`}
      </PageTitle>
      {record && did && <Work queue="reply" id={idOfReply({ record, did })} from={from} />}
      {pending.length === 0 ? (
        <EmptyList title={record ? "No such reply is waiting." : "No reply is waiting."}>
          {record ? <a href={PLACE}>Show all</a> : "Owners reply to incidents and audits that name their agents."}
        </EmptyList>
      ) : (
        <ol className="border-total border-t">
          {pending.map((one) => (
            <PendingEntry key={`${one.reply.record} ${one.reply.did}`} {...one} names={names} now={generated_at} />
          ))}
        </ol>
      )}
      <ListPages
        {...{ limit, offset, total }}
        usualLimit={USUAL}
        href={(place) => addressWith(PLACE, { record, did, ...place })}
      />
    </>
  );
}

function PendingEntry({ reply, fromReport, names, now }: Pending & { names: AgentNames; now: string }) {
  const { record, did, title, address, replies, due_at } = reply;
  const { kind, id } = partsOfRecord(record);
  const isOverdue = due_at !== null && due_at < now;
  const [first] = replies;
  const present = replies.filter(({ superseded }) => !superseded);
  return (
    <li className="grid gap-x-10 gap-y-3 border-hair border-b py-4 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <a href={address} className="font-semibold [overflow-wrap:anywhere]">
            <bdi>{title || `Audit ${id.slice(0, 8)}`}</bdi>
          </a>
          <span className="text-ink-2">{kind}</span>
        </p>
        <Actor name={did} names={names} />
        <p className="text-ink-2">
          Replied {first && <RelativeTime instant={first.at} />}, due{" "}
          <time dateTime={due_at ?? undefined}>{due_at?.slice(0, 10)}</time>
          {isOverdue && <b className="font-semibold text-ink">, overdue</b>}
        </p>
        {present.map((version) => (
          <blockquote
            key={version.id}
            className="max-w-[68ch] whitespace-pre-line border-rule border-l-2 pl-4 [overflow-wrap:anywhere]"
          >
            <bdi>{version.text}</bdi>
          </blockquote>
        ))}
      </div>
      <Permitted to="reply.decide">
        {kind === "incident" ? (
          <DecideReplyForm action={decideAboutIncident} kind={kind} id={id} did={did} fromReport={fromReport} />
        ) : (
          <DecideReplyForm action={decideAboutAudit} kind={kind} id={id} did={did} fromReport={fromReport} />
        )}
      </Permitted>
    </li>
  );
}
