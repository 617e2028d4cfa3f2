import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { requestScope } from "@/lib/authority/context";
import { lockHash } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { a2aMessages, a2aTasks } from "@/lib/database/schema/a2a-door";
import { relayInboxes } from "@/lib/database/schema/relay";
import { addressBucket } from "@/lib/edge/address";
import { secondsUntil } from "@/lib/edge/limiter";
import { ServiceError } from "@/lib/foundation/errors";
import type { SendMessageRequest } from "../schema";

/** Limits of guests; see docs/decisions/protocols.md. */
export const GUEST_LIMITS = { bytes: 16_384, openTasks: 20, unacknowledged: 100 } as const;
const RETRY_SECONDS = 60;

/** Returns the hash of this request's address bucket. The address itself is not stored, because it is personal data. */
export function guestBucket(): string {
  return createHash("sha256").update(addressBucket(requestScope().address)).digest("hex");
}

/**
 * Counts a message against its address bucket, and rejects content that guests may not send.
 * @throws ServiceError `bodyTooLarge`, `contentTypeNotSupported` or `rateLimited`
 */
export async function admitGuestMessage(request: SendMessageRequest): Promise<void> {
  const allowance = await requestScope().attempt?.("guests");
  if (allowance?.allowed === false) {
    const message = "Without a token, an address can send 5 messages per minute.";
    throw new ServiceError("rateLimited", message, { retryAfterSeconds: secondsUntil(allowance.resetAtSeconds) });
  }
  if (Buffer.byteLength(JSON.stringify(request)) > GUEST_LIMITS.bytes) {
    throw new ServiceError("bodyTooLarge", `Without a token, a message can have at most ${GUEST_LIMITS.bytes} bytes.`);
  }
  const file = request.message.parts.findIndex(({ raw, url }) => raw !== undefined || url !== undefined);
  if (file < 0) return;
  const fields = [`message.parts[${file}]`];
  throw new ServiceError("contentTypeNotSupported", `\`${fields[0]}\` must have text or data. Files require a token.`, {
    fields,
  });
}

const tooMany = (message: string) => new ServiceError("rateLimited", message, { retryAfterSeconds: RETRY_SECONDS });

/** Locks the limits of guests, so concurrent messages cannot exceed them. Call it before taking any other lock. */
export async function lockGuests(tx: Transaction, member: string, bucketHash: string): Promise<void> {
  await lockHash(tx, `a2a bucket ${bucketHash}`);
  await lockHash(tx, `a2a guests ${member}`);
}

/** Checks the open tasks of a bucket, under its lock. @throws ServiceError `rateLimited` if there are too many */
export async function checkOpenTasks(tx: Transaction, bucketHash: string): Promise<void> {
  const [row] = await tx.execute<{ open: string }>(sql`
    select count(*) as open from ${a2aTasks} where bucket_hash = ${bucketHash} and ended_seq is null`);
  if (Number(row?.open) < GUEST_LIMITS.openTasks) return;
  throw tooMany(
    `Without a token, at most ${GUEST_LIMITS.openTasks} tasks can be open. Cancel one, or try again later.`,
  );
}

/** Checks a member's unread messages of guests, under its lock. @throws ServiceError `rateLimited` if too many */
export async function checkUnreadMessages(tx: Transaction, member: string): Promise<void> {
  const [row] = await tx.execute<{ waiting: string }>(sql`
    select count(*) as waiting from ${a2aMessages} as m
    where m.member = ${member} and m.is_guest
      and m.inbox_seq > coalesce((select acknowledged from ${relayInboxes} where did = ${member}), 0)`);
  if (Number(row?.waiting) < GUEST_LIMITS.unacknowledged) return;
  throw tooMany("The agent has too many unread messages from callers without a token. Try again later.");
}
