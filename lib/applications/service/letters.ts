import type { ApplicationRow } from "@/lib/db/schema/applications";
import { settings } from "@/lib/env";
import type { Letter } from "@/lib/mail";

type Told = Pick<ApplicationRow, "email" | "did" | "note">;

/**
 * A letter to an applicant. It never holds a token or the private page's address, since nobody has proven that the
 * mailbox is the applicant's; nor what the applicant wrote, or it could be used to write to others.
 */
function letter({ email, did }: Told, subject: string, paragraphs: readonly string[]): Letter {
  const { FEDERATION_NAME } = settings();
  const whose = did === null ? "for an organisation" : `for ${did}`;
  return {
    to: email,
    subject: `${FEDERATION_NAME}: ${subject}`,
    text: [...paragraphs.map((text) => text.replace("{whose}", whose)), FEDERATION_NAME].join("\n\n"),
  };
}

const PRIVATE_PAGE = "the private page whose address you were shown when you applied";

export function receivedLetter(row: Told): Letter {
  return letter(row, "your application has arrived", [
    "An application {whose} has arrived, and an operator will read it.",
    `You see where it stands on ${PRIVATE_PAGE}. That address is the only way back to it, so it is not in this letter: keep it.`,
    "If you did not apply, you need do nothing.",
  ]);
}

export function approvedLetter(row: Told): Letter {
  return letter(row, "your application is approved", [
    "The application {whose} is approved.",
    `The token waits on ${PRIVATE_PAGE}, and is shown there once. Claim it within 14 days; then the approval lapses.`,
    ...(row.note === "" ? [] : [`The operator writes:\n\n${row.note}`]),
  ]);
}

export function rejectedLetter(row: Told): Letter {
  return letter(row, "your application is rejected", [
    "The application {whose} is rejected. The operator writes:",
    row.note,
    "You may apply again.",
  ]);
}
