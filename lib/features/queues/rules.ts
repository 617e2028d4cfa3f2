import type { WorkKey } from "./schema";

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
  }[queue];
  return query.size === 0 ? page : `${page}?${query}`;
}
