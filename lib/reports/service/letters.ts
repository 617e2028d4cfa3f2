import type { ReportRow } from "@/lib/db/schema/reports";
import { settings } from "@/lib/env";
import type { Letter } from "@/lib/mail";

type Decided = Pick<ReportRow, "id" | "email" | "status" | "reason" | "incidentId">;

const SAID: Record<ReportRow["status"], (report: Decided) => string[]> = {
  waiting: () => [],
  opened: ({ incidentId }) => [`It was opened as incident ${incidentId}, which everyone can read and follow.`],
  duplicate: ({ incidentId }) => [`It is about incident ${incidentId}, which was open to everyone already.`],
  dismissed: ({ reason }) => ["It was dismissed. The operator writes:", reason],
};

/**
 * The letter that tells what became of a report. It holds neither the private page's address nor what was reported, since
 * nobody has proven that the mailbox is the sender's, and the form could be used to write to others.
 */
export function decisionLetter(report: Decided): Letter {
  const { FEDERATION_NAME } = settings();
  const paragraphs = [
    `Report ${report.id} has been decided on.`,
    ...SAID[report.status](report),
    "This address is erased in 30 days. If you reported nothing, you need do nothing.",
  ];
  return {
    to: report.email,
    subject: `${FEDERATION_NAME}: report ${report.id} is decided on`,
    text: [...paragraphs, FEDERATION_NAME].join("\n\n"),
  };
}
