import { createHash } from "node:crypto";
import { createTransport } from "nodemailer";
import { type LetterLimit, requestScope } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import type { Logger } from "@/lib/foundation/log";

/** Time limit of each step of a delivery. The limit of the whole delivery is three times as long. */
const STEP_MILLISECONDS = 10_000;

/** An e-mail in plain text to one address. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** How many of its kind a mailbox gets. */
  limit: LetterLimit;
}

const timeouts = {
  connectionTimeout: STEP_MILLISECONDS,
  greetingTimeout: STEP_MILLISECONDS,
  socketTimeout: STEP_MILLISECONDS,
};

/** Returns whether a mail server is configured. */
export const sendsMail = (): boolean => settings().SMTP_URL !== undefined;

/** Connects and signs in, but sends nothing. @throws nodemailer's error if that fails */
export async function tryMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  await transport.verify().finally(() => transport.close());
}

/**
 * Returns a hash of the mailbox that an address reaches. Case, dots and what follows `+` are left out, because many
 * providers ignore them.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  const [name = ""] = address.slice(0, at).split("+", 1);
  const mailbox = `${name.replaceAll(".", "")}${address.slice(at)}`.toLowerCase();
  return createHash("sha256").update(mailbox).digest("hex");
}

/** Sends an e-mail through a mail server. @throws nodemailer's error if that fails */
async function deliver({ limit: _, ...letter }: Email, url: string, from: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts }, { from });
  const overdue = setTimeout(() => transport.close(), 3 * STEP_MILLISECONDS);
  try {
    await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
  } finally {
    clearTimeout(overdue);
    transport.close();
  }
}

/** Counts an e-mail, and sends it if its mailbox has not got too many. @returns whether it was sent */
async function deliverWithin(letter: Email, url: string, from: string): Promise<boolean> {
  const isWithin = (await requestScope().countLetter?.(letter.limit, mailboxOf(letter.to))) ?? true;
  if (isWithin) await deliver(letter, url, from);
  return isWithin;
}

/**
 * Sends an e-mail if a mail server is configured and the e-mail has an address. It does not wait, because the e-mail only
 * tells of something already committed. A failure is a line in the log. Neither the address nor the text is logged. Anyone
 * can name any mailbox, so a mailbox gets a few letters a day. The sender is not told of a letter too many: it would say
 * that others named the same mailbox.
 */
export function sendEmail({ log }: { log: Logger }, letter: Email): void {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (SMTP_URL === undefined || MAIL_FROM === undefined || letter.to === "") return;
  deliverWithin(letter, SMTP_URL, MAIL_FROM).then(
    (isSent) => log.info({ event: isSent ? "mail" : "mail_withheld", subject: letter.subject }),
    (error: { code?: string; responseCode?: number }) =>
      log.warn({ event: "mail_failed", subject: letter.subject, code: error.code, response: error.responseCode }),
  );
}
