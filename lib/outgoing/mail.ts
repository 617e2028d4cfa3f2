import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import { type LetterLimit, requestScope } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import type { Logger } from "@/lib/foundation/log";

/** Time limit of each step of a delivery. The limit of the whole delivery is three times as long. */
const STEP_MILLISECONDS = 10_000;

/** An e-mail in plain text to one address. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** How many of its kind a mailbox gets. Absent for a proven address. */
  limit?: LetterLimit;
}

const timeouts = {
  connectionTimeout: STEP_MILLISECONDS,
  greetingTimeout: STEP_MILLISECONDS,
  socketTimeout: STEP_MILLISECONDS,
};

/** Returns whether a mail server is configured. */
export const sendsMail = (): boolean => settings().SMTP_URL !== undefined;

/** Loads nodemailer only for the first letter: most processes send none. */
async function openTransport(url: string, defaults: { from?: string } = {}): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, ...timeouts }, defaults);
}

/** Connects and signs in, but sends nothing. @throws nodemailer's error if that fails */
export async function tryMailServer(url: string): Promise<void> {
  const transport = await openTransport(url);
  await transport.verify().finally(() => transport.close());
}

/** How long the result of a delivery or a sign-in counts, so that checks do not sign in each minute. */
const KNOWN_MILLISECONDS = 600_000;
/** Whether the mail server worked when this process used it last. */
let known: { at: number; works: boolean } | undefined;

/**
 * Checks that the mail server works: by the last use of it, or by a sign-in that sends nothing.
 * @throws ServiceError `unavailable`
 */
export async function tryMail(now: Date): Promise<void> {
  const { SMTP_URL } = settings();
  const isKnown = known !== undefined && Math.abs(now.getTime() - known.at) < KNOWN_MILLISECONDS;
  if (!isKnown && SMTP_URL !== undefined) {
    const works = await tryMailServer(SMTP_URL).then(
      () => true,
      () => false,
    );
    known = { at: now.getTime(), works };
  }
  if (!known?.works) throw new ServiceError("unavailable", "The mail server does not accept letters.");
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
  const transport = await openTransport(url, { from });
  const overdue = AbortSignal.timeout(3 * STEP_MILLISECONDS);
  const isOverdue = new Promise<never>((_, reject) => {
    overdue.addEventListener("abort", () => reject(overdue.reason), { once: true });
  });
  try {
    const sent = transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
    await Promise.race([sent, isOverdue]);
    known = { at: Date.now(), works: true };
  } catch (error) {
    // A server that knows no such mailbox works.
    known = { at: Date.now(), works: (error as { command?: string }).command === "RCPT TO" };
    throw error;
  } finally {
    transport.close();
  }
}

/** Counts an e-mail, and sends it if its mailbox has not got too many. @returns whether it was sent */
async function deliverWithin(letter: Email, url: string, from: string): Promise<boolean> {
  const { limit, to } = letter;
  const isWithin = (limit && (await requestScope().countLetter?.(limit, mailboxOf(to)))) ?? true;
  if (isWithin) await deliver(letter, url, from);
  return isWithin;
}

/** The letters are sent one after another, because a mail server accepts few connections of one sender. */
let previous: Promise<void> = Promise.resolve();

/**
 * Sends an e-mail if a mail server is configured and the e-mail has an address. It does not wait, because the e-mail only
 * tells of something already committed. A failure is a line in the log. Neither the address nor the text is logged. Anyone
 * can name any mailbox, so a mailbox gets a few letters a day. The sender is not told of a letter too many: it would say
 * that others named the same mailbox.
 */
export function sendEmail({ log }: { log: Logger }, letter: Email): void {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (SMTP_URL === undefined || MAIL_FROM === undefined || letter.to === "") return;
  const sent = previous.then(() => deliverWithin(letter, SMTP_URL, MAIL_FROM));
  previous = sent.then(
    (isSent) => log.info({ event: isSent ? "mail" : "mail_withheld", subject: letter.subject }),
    (error: { code?: string; responseCode?: number }) =>
      log.warn({ event: "mail_failed", subject: letter.subject, code: error.code, response: error.responseCode }),
  );
}

/** Sends an e-mail, and waits. @throws nodemailer's error if that fails; an error if no mail server is set */
export async function deliverEmail({ log }: { log: Logger }, letter: Email): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (SMTP_URL === undefined || MAIL_FROM === undefined) throw new Error("no mail server is set");
  await deliver(letter, SMTP_URL, MAIL_FROM);
  log.info({ event: "mail", subject: letter.subject });
}
