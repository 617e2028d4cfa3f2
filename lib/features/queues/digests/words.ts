import type { OwnDigest } from "./schema";

export const OFTEN: Record<OwnDigest["every"], string> = { hour: "each hour", day: "each day" };

export function howTold({ sends, proven, every, failed_at }: OwnDigest): string {
  if (!sends) return "This service cannot send e-mails.";
  if (!proven) return "You get no e-mails about waiting items.";
  return failed_at === null
    ? `You get e-mails ${OFTEN[every]} if there is news, and at once for a new critical item.`
    : "The last e-mail to you could not be sent.";
}
