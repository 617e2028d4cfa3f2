import type { ApplicationRow } from "@/lib/database/schema/applications";
import { settings } from "@/lib/foundation/env";
import type { Email } from "@/lib/outgoing/mail";

type Told = Pick<ApplicationRow, "email" | "did" | "note">;

/**
 * Builds an e-mail to an applicant. It never contains a token or the private page's address, because nobody has proven
 * that the mailbox is the applicant's. It also leaves out the applicant's texts, or strangers could use the form to
 * write to others.
 */
function letter(
  { email, did }: Told,
  subject: string,
  paragraphs: readonly string[],
  limit: Email["limit"] = "decisions",
): Email {
  const { FEDERATION_NAME } = settings();
  const whose = did === null ? "for an organisation" : `for ${did}`;
  return {
    limit,
    to: email,
    subject: `${FEDERATION_NAME}: ${subject}`,
    text: [...paragraphs.map((text) => text.replace("{whose}", whose)), FEDERATION_NAME].join("\n\n"),
  };
}

const PRIVATE_PAGE = "the private page that you got when you applied";

export function receivedEmail(row: Told): Email {
  const paragraphs = [
    "An application {whose} has arrived. An operator will decide.",
    `You can see its state on ${PRIVATE_PAGE}. Keep the address of that page: there is no other way to open it, and for your safety this e-mail does not contain it.`,
    "If you did not apply, you do not need to do anything.",
  ];
  return letter(row, "your application has arrived", paragraphs, "receipts");
}

export function approvedEmail(row: Told): Email {
  return letter(row, "your application is approved", [
    "The application {whose} is approved.",
    `You can claim the token on ${PRIVATE_PAGE}. It is shown only once. Claim it within 14 days, or the approval ends.`,
    ...(row.note === "" ? [] : [`The operator writes:\n\n${row.note}`]),
  ]);
}

export function rejectedEmail(row: Told): Email {
  return letter(row, "your application is rejected", [
    "The application {whose} is rejected. The operator writes:",
    row.note,
    "You can apply again.",
  ]);
}
