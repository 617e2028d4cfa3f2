import type { ReportRow } from "@/lib/database/schema/reports";
import { settings } from "@/lib/foundation/env";
import type { Email } from "@/lib/outgoing/mail";

type Decided = Pick<ReportRow, "id" | "email" | "status" | "reason" | "incidentId">;

const SAID: Record<ReportRow["status"], (report: Decided) => string[]> = {
  waiting: () => [],
  opened: ({ incidentId }) => [`It was opened as incident ${incidentId}. Everyone can read and follow it.`],
  duplicate: ({ incidentId }) => [`It is about incident ${incidentId}, which was already public.`],
  dismissed: ({ reason }) => ["It was dismissed. The operator writes:", reason],
};

/**
 * Builds the e-mail about the decision on a report. It contains neither the private page's address nor the report's text:
 * nobody has proven that the mailbox is the sender's, and strangers could use the form to write to others.
 */
export function decisionEmail(report: Decided): Email {
  const { FEDERATION_NAME } = settings();
  const paragraphs = [
    `An operator has decided on report ${report.id}.`,
    ...SAID[report.status](report),
    "We erase your e-mail address in 30 days. If you did not send a report, you do not need to do anything.",
  ];
  return {
    limit: "decisions",
    to: report.email,
    subject: `${FEDERATION_NAME}: decision on report ${report.id}`,
    text: [...paragraphs, FEDERATION_NAME].join("\n\n"),
  };
}
