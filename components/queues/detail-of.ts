import type { WorkItem } from "@/lib/features/queues/schema";

export function detailOf({ queue, id, detail }: WorkItem): string {
  if (queue === "application") return detail === "" ? "A token for the organisation" : detail;
  if (queue === "incident" || queue === "freeze") return `${id}, reported by ${detail}`;
  if (queue === "second") return `Requested by ${detail}`;
  if (queue !== "report") return detail;
  const [first, ...others] = detail.split(" ");
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${id}, ${first ? `about ${first}${more}` : "names no agent"}`;
}
