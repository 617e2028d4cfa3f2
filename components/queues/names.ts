import type { Queue, WorkItem } from "@/lib/features/queues/schema";

/** The names of one item, of several, and of the queue where there is little room. */
export const QUEUE_NAMES: Record<Queue, { one: string; many: string; short: string }> = {
  application: { one: "Application", many: "Applications", short: "Applications" },
  report: { one: "Report", many: "Reports", short: "Reports" },
  incident: { one: "Incident to confirm", many: "Incidents to confirm", short: "Incidents" },
  reply: { one: "Reply", many: "Replies", short: "Replies" },
  source: { one: "Stopped source", many: "Stopped sources", short: "Sources" },
  freeze: { one: "Proposal to freeze", many: "Proposals to freeze", short: "Freezes" },
};

/** Returns the second line of an item. */
export function detailOf({ queue, id, detail }: WorkItem): string {
  if (queue === "application") return detail === "" ? "A token for the organisation" : detail;
  if (queue === "incident" || queue === "freeze") return `${id}, reported by ${detail}`;
  if (queue !== "report") return detail;
  const [first, ...others] = detail.split(" ");
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${id}, ${first ? `about ${first}${more}` : "names no agent"}`;
}
