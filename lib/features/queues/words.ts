import type { Queue } from "./schema";

/** The names of one item, of several, and of the queue where there is little room. */
export const QUEUE_NAMES: Record<Queue, { one: string; many: string; short: string }> = {
  application: { one: "Application", many: "Applications", short: "Applications" },
  report: { one: "Report", many: "Reports", short: "Reports" },
  incident: { one: "Incident to confirm", many: "Incidents to confirm", short: "Incidents" },
  reply: { one: "Reply", many: "Replies", short: "Replies" },
  source: { one: "Stopped source", many: "Stopped sources", short: "Sources" },
  second: { one: "Act for a second operator", many: "Acts for a second operator", short: "Second operator" },
  freeze: { one: "Proposal to freeze", many: "Proposals to freeze", short: "Freezes" },
};
