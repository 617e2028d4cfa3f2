import { createTransport } from "nodemailer";
import { settings } from "@/lib/foundation/env";
import type { Logger } from "@/lib/foundation/log";

/** Time limit of each step of a delivery. The limit of the whole delivery is three times as long. */
const STEP_MILLISECONDS = 10_000;

/** An e-mail in plain text to one address. */
export interface Email {
  to: string;
  subject: string;
  text: string;
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

/** Sends an e-mail through a mail server. @throws nodemailer's error if that fails */
async function deliver(letter: Email, url: string, from: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts }, { from });
  const overdue = setTimeout(() => transport.close(), 3 * STEP_MILLISECONDS);
  try {
    await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
  } finally {
    clearTimeout(overdue);
    transport.close();
  }
}

/**
 * Sends an e-mail if a mail server is configured and the e-mail has an address. It does not wait, because the e-mail only
 * tells of something already committed. A failure is a line in the log. Neither the address nor the text is logged.
 */
export function sendEmail({ log }: { log: Logger }, letter: Email): void {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (SMTP_URL === undefined || MAIL_FROM === undefined || letter.to === "") return;
  deliver(letter, SMTP_URL, MAIL_FROM).then(
    () => log.info({ event: "mail", subject: letter.subject }),
    (error: { code?: string; responseCode?: number }) =>
      log.warn({ event: "mail_failed", subject: letter.subject, code: error.code, response: error.responseCode }),
  );
}
