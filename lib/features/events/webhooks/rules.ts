import type { Change } from "@/lib/features/events/schema";
import type { WebhookFormat } from "./schema";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses between attempts, as the specification of Standard Webhooks proposes. */
const PAUSES_MILLISECONDS: readonly number[] = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
];
/** The longest pause that a receiver can request with Retry-After. */
const MAX_RETRY_AFTER_MILLISECONDS = 24 * HOUR;
/** The largest share that is added to a pause at random. It spreads the retries of receivers that failed together. */
const JITTER = 0.2;

/**
 * Returns the pause after a failed attempt; null after the last attempt.
 * @param attempts how many were made; @param retryAfterSeconds as the receiver requested; @param random from 0 to 1
 */
export function retryPauseMilliseconds(
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | null {
  const pause = PAUSES_MILLISECONDS[attempts - 1];
  if (pause === undefined) return null;
  const asked = Math.min((retryAfterSeconds ?? 0) * SECOND, MAX_RETRY_AFTER_MILLISECONDS);
  return Math.max(pause * (1 + JITTER * random), asked);
}

/** Reads a Retry-After header, a number of seconds or a date. @returns seconds; undefined if absent or invalid */
export function retryAfterSeconds(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / SECOND));
}

/** A message to a receiver: an event of the feed, a challenge or a test. */
export interface Message {
  /** The same in all attempts, so a receiver can ignore duplicates. */
  id: string;
  type: string;
  at: Date;
  data: object;
  subject?: string;
}

export function messageOf(change: Change): Message {
  const { cursor, kind, at, ...rest } = change;
  return {
    id: `msg_${cursor.replace(".", "_")}`,
    type: kind,
    at: new Date(at),
    data: { cursor, ...rest },
    subject: change.subject,
  };
}

/** Returns a message as a request body. @param source the address of this service, for CloudEvents */
export function bodyOf({ id, type, at, data, subject }: Message, format: WebhookFormat, source: string): string {
  if (format === "standard") return JSON.stringify({ type, timestamp: at.toISOString(), data });
  const event = { specversion: "1.0", id, source, type, ...(subject ? { subject } : {}), time: at.toISOString() };
  return JSON.stringify({ ...event, datacontenttype: "application/json", data });
}

export const MEDIA_TYPES: Record<WebhookFormat, string> = {
  standard: "application/json",
  cloudevents: "application/cloudevents+json",
};

/** Returns whether a response repeats a challenge: as its whole text, or as the `challenge` of a JSON object. */
export function isEcho(text: string, challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

/**
 * Returns whether a receiver may use a protocol. http is only for a receiver on the developer's own machine, where no
 * one else reads the messages.
 */
export function mayReceiveBy(
  protocol: string,
  { NODE_ENV, OUTGOING_ALLOW }: { NODE_ENV: string; OUTGOING_ALLOW: readonly unknown[] },
): boolean {
  return protocol === "https:" || (NODE_ENV !== "production" && OUTGOING_ALLOW.length > 0);
}
