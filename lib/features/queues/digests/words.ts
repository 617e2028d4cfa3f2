import type { OwnDigest } from "./schema";

export const OFTEN: Record<OwnDigest["every"], string> = { hour: "each hour", day: "each day" };

/** Says in one sentence how an operator is told what waits. */
export function howTold({ sends, proven, every, failed_at }: OwnDigest): string {
  if (!sends) return "This service cannot send e-mails.";
  if (!proven) return "You are not told by e-mail.";
  return failed_at === null
    ? `You are told by e-mail ${OFTEN[every]}, and at once of something critical.`
    : "The last e-mail to you could not be sent.";
}
