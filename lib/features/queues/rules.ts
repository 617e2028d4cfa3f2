import { addressWith, pageSegment } from "@/lib/http/page-address";
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

export const idOfReply = ({ record, did }: { record: string; did: string }): string => `${record} ${did}`;

/** Returns the page where a second operator does what a first one wants, from the id of its item. */
function pageOfAct(id: string): { page: string; query?: Record<string, string> } {
  const [, subject = ""] = id.split(/ (.*)/s);
  if (subject.startsWith("did:")) return { page: `/console/agents/${pageSegment(subject)}` };
  const [kind = "", rest = ""] = subject.split(/:(.*)/s);
  if (kind === "application") return { page: `/console/applications/${rest}` };
  if (kind === "registration") return { page: "/console/agents", query: { q: rest.split(" ", 1)[0] ?? "" } };
  return { page: "/console/redact", query: { subject: kind, id: rest.split(" ", 1)[0] ?? "" } };
}

function pageOf({ queue, id }: WorkKey): { page: string; query?: Record<string, string> } {
  switch (queue) {
    case "application":
      return { page: `/console/applications/${id}` };
    case "report":
      return { page: `/console/reports/${id}` };
    case "incident":
    case "freeze":
      return { page: `/console/incidents/${id}` };
    case "reply":
      return { page: "/console/replies", query: partsOfReply(id) };
    case "source":
      return { page: "/console/sources", query: { source: id } };
    case "second":
      return pageOfAct(id);
  }
}

/** Returns the page where an item is decided. @param from the query of the list that the reader comes from */
export function workHref(key: WorkKey, from?: string): string {
  const { page, query } = pageOf(key);
  return addressWith(page, { from: from || undefined, ...query });
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
