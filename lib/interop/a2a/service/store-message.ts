import { randomBytes, randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { notifyEverywhere } from "@/lib/database/bus";
import { GUEST_PAYLOAD_HOURS } from "@/lib/database/erasures/erase";
import type { Reader, Transaction } from "@/lib/database/open";
import { type A2aTaskRow, a2aMessages, a2aTasks } from "@/lib/database/schema/a2a-door";
import { relayTraces } from "@/lib/database/schema/relay";
import { contentHashOf } from "@/lib/features/relay/service/append";
import { appendEventWithin, inboxTopic } from "@/lib/features/relay/service/insert-events";
import { hasEnded, MESSAGE } from "@/lib/features/relay/tasks/rules";
import { invalid, ServiceError } from "@/lib/foundation/errors";
import type { SendMessageRequest } from "../schema";
import { checkOpenTasks, checkUnreadMessages, guestBucket, lockGuests } from "./admit-guest";
import { taskNotFound } from "./find-task";

/** A message whose sender and recipient have been checked. */
export interface AdmittedMessage {
  request: SendMessageRequest;
  /** The caller that may read the task. For a guest, a DID that was created for this task, as in `callerDid`. */
  owner: string;
  /** The sender's DID on the trace. */
  callerDid: string;
  isGuest: boolean;
  /** The DID of the agent that gets the message. */
  member: string;
  /** The DID that the caller addressed: equal to `member`, or "" if the message was routed to it. */
  addressee: string;
}

export interface StoredMessage {
  task: A2aTaskRow;
  /** The message's number in the task's trace. */
  seq: number;
}

export const newTraceId = () => randomBytes(16).toString("hex");
export const newGuestDid = () => `did:guest:default:${randomBytes(16).toString("hex")}`;

/** Thrown to roll the transaction back, because another request has stored the same message. */
class DuplicateMessage extends Error {}

/** What identifies a message: its owner, addressee, scope and `messageId`. A retry has the same, and the same caller. */
type MessageKey = Pick<AdmittedMessage, "owner" | "callerDid" | "addressee" | "request">;

/** Returns the scope in which a `messageId` is unique: the task or the context that the sender named, if any. */
const scopeOf = ({ message }: SendMessageRequest) => message.taskId || message.contextId || "";

/**
 * Finds a message that was already stored under the same key.
 * @throws ServiceError `invalid` if its content or its caller is different
 */
export async function findDuplicate(
  db: Reader,
  { owner, callerDid, addressee, request }: MessageKey,
): Promise<StoredMessage | undefined> {
  const { messageId } = request.message;
  const [row] = await db
    .select({ task: a2aTasks, seq: a2aMessages.seq, contentHash: a2aMessages.contentHash })
    .from(a2aMessages)
    .innerJoin(a2aTasks, eq(a2aTasks.id, a2aMessages.taskId))
    .where(
      and(
        eq(a2aMessages.owner, owner),
        eq(a2aMessages.addressee, addressee),
        eq(a2aMessages.scope, scopeOf(request)),
        eq(a2aMessages.messageId, messageId),
      ),
    );
  if (!row || (row.contentHash === contentHashOf(request.message) && row.task.callerDid === callerDid)) return row;
  const field = "message.messageId";
  throw invalid(`\`${field}\` was already used for a different message. Send a new id.`, { field });
}

/** Returns whether a task began with a message that named no member. */
export async function wasRouted(db: Reader, taskId: string): Promise<boolean> {
  const [first] = await db
    .select({ addressee: a2aMessages.addressee })
    .from(a2aMessages)
    .where(eq(a2aMessages.taskId, taskId))
    .orderBy(asc(a2aMessages.seq))
    .limit(1);
  return first?.addressee === "";
}

/** Appends the message to the task's trace as an event, and stores its key. The caller must have locked the trace. */
async function appendMessage(
  ctx: Context,
  tx: Transaction,
  { request, ...admitted }: AdmittedMessage,
  task: A2aTaskRow,
) {
  const { message, configuration, metadata } = request;
  const { seq, inboxSeq } = await appendEventWithin(tx, {
    traceId: task.traceId,
    srcDid: task.callerDid,
    dstDid: task.member,
    kind: MESSAGE,
    intent: MESSAGE,
    payload: {
      message: { ...message, taskId: task.id, contextId: task.contextId },
      ...(configuration?.acceptedOutputModes ? { acceptedOutputModes: configuration.acceptedOutputModes } : {}),
      ...(metadata ? { metadata } : {}),
    },
    at: ctx.clock(),
  });
  const inserted = await tx
    .insert(a2aMessages)
    .values({
      taskId: task.id,
      seq,
      owner: admitted.owner,
      addressee: admitted.addressee,
      scope: scopeOf(request),
      messageId: message.messageId,
      contentHash: contentHashOf(message),
      member: task.member,
      isGuest: task.isGuest,
      inboxSeq: inboxSeq ?? 0,
    })
    .onConflictDoNothing()
    .returning({ seq: a2aMessages.seq });
  if (inserted.length === 0) throw new DuplicateMessage();
  return { task, seq };
}

/** Creates a trace or locks an existing one. Only the sender and the recipient may read it from then on. */
async function lockPrivateTrace(tx: Transaction, traceId: string, at: Date): Promise<void> {
  await tx
    .insert(relayTraces)
    .values({ traceId, size: 0, createdAt: at, lastAt: at, isPrivate: true })
    .onConflictDoUpdate({ target: relayTraces.traceId, set: { isPrivate: true } });
}

async function createTask(
  ctx: Context,
  tx: Transaction,
  admitted: AdmittedMessage,
  traceId: string,
): Promise<A2aTaskRow> {
  const { owner, callerDid, isGuest, member, request } = admitted;
  const at = ctx.clock();
  const bucketHash = isGuest ? guestBucket() : null;
  if (bucketHash !== null) {
    await lockGuests(tx, member, bucketHash);
    await checkOpenTasks(tx, bucketHash);
    await checkUnreadMessages(tx, member);
  }
  await lockPrivateTrace(tx, traceId, at);
  const eraseAt = isGuest ? new Date(at.getTime() + GUEST_PAYLOAD_HOURS * 3_600_000) : null;
  const contextId = request.message.contextId || randomUUID();
  const values = { id: randomUUID(), traceId, member, owner, callerDid, contextId, isGuest, bucketHash, eraseAt };
  const [task] = await tx
    .insert(a2aTasks)
    .values({ ...values, state: "submitted", createdAt: at, stateAt: at })
    .returning();
  if (!task) throw new Error("a task was not returned");
  return task;
}

/** Locks a task's trace, then the task, in the same order as an append. @throws ServiceError `taskNotFound` */
export async function lockTask(tx: Transaction, { id, traceId }: A2aTaskRow): Promise<A2aTaskRow> {
  await tx.select().from(relayTraces).where(eq(relayTraces.traceId, traceId)).for("update");
  const [task] = await tx.select().from(a2aTasks).where(eq(a2aTasks.id, id)).for("update");
  if (!task) throw taskNotFound();
  return task;
}

/** Runs a transaction that stores a message. If another request stored it first, returns that result. */
async function storeOnce(
  ctx: Context,
  admitted: AdmittedMessage,
  work: (tx: Transaction) => Promise<StoredMessage>,
): Promise<StoredMessage> {
  try {
    const stored = await ctx.db.transaction(work);
    notifyEverywhere(inboxTopic(stored.task.member));
    return stored;
  } catch (error) {
    const earlier = error instanceof DuplicateMessage ? await findDuplicate(ctx.db, admitted) : undefined;
    if (earlier) return earlier;
    throw error;
  }
}

/**
 * Creates a task for a message, and appends the message to its trace and to the member's inbox, in one transaction.
 * @param traceId of a new trace, or of the one with the routing decision
 * @throws ServiceError `frozen`, `clockSkew`; for a guest `rateLimited`; `invalid` if another message has its id
 */
export function storeTask(ctx: Context, admitted: AdmittedMessage, traceId: string): Promise<StoredMessage> {
  return storeOnce(ctx, admitted, async (tx) =>
    appendMessage(ctx, tx, admitted, await createTask(ctx, tx, admitted, traceId)),
  );
}

/**
 * Stores a message that continues a task.
 * @param found the task as it was read without a lock
 * @throws ServiceError `unsupportedOperation` if the task has ended; otherwise as `storeTask`
 */
export function storeContinuation(ctx: Context, admitted: AdmittedMessage, found: A2aTaskRow): Promise<StoredMessage> {
  return storeOnce(ctx, admitted, async (tx) => {
    if (found.isGuest) {
      await lockGuests(tx, found.member, guestBucket());
      await checkUnreadMessages(tx, found.member);
    }
    const task = await lockTask(tx, found);
    if (hasEnded(task.state)) {
      throw new ServiceError("unsupportedOperation", "The task has ended. Send a message without `taskId`.");
    }
    if (task.isGuest) {
      const eraseAt = sql`coalesce(${a2aTasks.eraseAt}, now() + make_interval(hours => ${GUEST_PAYLOAD_HOURS}))`;
      await tx.update(a2aTasks).set({ eraseAt }).where(eq(a2aTasks.id, task.id));
    }
    return appendMessage(ctx, tx, admitted, task);
  });
}
