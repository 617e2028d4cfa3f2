import { createTransport } from "nodemailer";
import { settings } from "@/lib/env";
import type { Logger } from "@/lib/log";

/** How long each step of a delivery may take; the whole of it ends with the third. */
const STEP_MILLISECONDS = 10_000;

/** A letter in plain text to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

const timeouts = {
  connectionTimeout: STEP_MILLISECONDS,
  greetingTimeout: STEP_MILLISECONDS,
  socketTimeout: STEP_MILLISECONDS,
};

/** Whether a mail server is configured. */
export const sendsMail = (): boolean => settings().SMTP_URL !== undefined;

/** Connects and signs in, and sends nothing. @throws whatever nodemailer says where that fails */
export async function tryMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  await transport.verify().finally(() => transport.close());
}

/** Hands a letter to a mail server. @throws whatever nodemailer says where that fails */
async function deliver(letter: Letter, url: string, from: string): Promise<void> {
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
 * Sends a letter where a mail server is configured and the letter has an address. It does not wait: what the letter tells has been committed, and a
 * mail server that fails is a line in the log. Neither the address nor the text is logged.
 */
export function sendLetter({ log }: { log: Logger }, letter: Letter): void {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (SMTP_URL === undefined || MAIL_FROM === undefined || letter.to === "") return;
  deliver(letter, SMTP_URL, MAIL_FROM).then(
    () => log.info({ event: "mail", subject: letter.subject }),
    (error: { code?: string; responseCode?: number }) =>
      log.warn({ event: "mail_failed", subject: letter.subject, code: error.code, response: error.responseCode }),
  );
}
