import type { Queue, WorkKey } from "./schema";

/** An item that has waited for so many days, or is past its own date, is overdue. */
export const OVERDUE_DAYS = 3;

/** The kinds of acts that decide an item of a queue. */
export const DECIDING_KINDS = [
  ...["application.approved", "application.rejected"],
  ...["report.opened", "report.duplicate", "report.dismissed"],
  ...["incident.confirmed", "incident.resolved", "incident.frozen", "incident.decided", "audit.decided"],
  ...["source.gone_accepted", "source.gone_kept", "source.removed"],
] as const;

/** The record and the agent of a reply, from the id of its item. */
export function partsOfReply(id: string): { record: string; did: string } {
  const [record = "", did = ""] = id.split(" ");
  return { record, did };
}

/** Returns the id of a reply's item. */
export const idOfReply = ({ record, did }: { record: string; did: string }): string => `${record} ${did}`;

/** Returns the page where a second operator does what a first one wants, from the id of its item. */
function pageOfAct(id: string): string {
  const [act, subject = ""] = id.split(/ (.*)/s);
  if (act === "t4") return `/console/agents/${subject}`;
  const [kind, record = ""] = subject.split(/:(.*)/s);
  return record === ""
    ? `/anchors/${subject}`
    : `/console/redact?${new URLSearchParams({ subject: kind ?? "", id: record })}`;
}

/** Returns the page where an item is decided. @param from the query of the list that the reader comes from */
export function workHref({ queue, id }: WorkKey, from?: string): string {
  const query = new URLSearchParams(from ? { from } : {});
  if (queue === "reply") for (const [name, value] of Object.entries(partsOfReply(id))) query.set(name, value);
  if (queue === "source") query.set("source", id);
  const page = {
    application: `/console/applications/${id}`,
    report: `/console/reports/${id}`,
    incident: `/console/incidents/${id}`,
    freeze: `/console/incidents/${id}`,
    reply: "/console/replies",
    source: "/console/sources",
    second: pageOfAct(id),
  }[queue];
  return query.size === 0 ? page : `${page}?${query}`;
}

/** Returns whether items of a queue can be refused together: applications are rejected, reports dismissed. */
export const isRefusable = (queue: Queue): boolean => queue === "application" || queue === "report";

/** Returns the name of the field that marks an item in the list. */
export const markOf = ({ queue, id }: WorkKey): string => `item ${queue} ${id}`;

/** Returns the item that a field marks; undefined if it is another field. */
export function markedBy(name: string): WorkKey | undefined {
  const [, queue, id] = /^item (\S+) (\S+)$/.exec(name) ?? [];
  if (id === undefined || (queue !== "application" && queue !== "report")) return undefined;
  return { queue, id };
}
