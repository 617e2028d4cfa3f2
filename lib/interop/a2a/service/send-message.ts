import type { Context } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import type { Message, SendMessageRequest, SendMessageResponse } from "../schema";
import { admitGuestMessage } from "./admit-guest";
import { findDoor } from "./find-door";
import { findSender, findTaskSender, type Sender } from "./find-sender";
import { type Door, findTask } from "./find-task";
import { followTask, type Updates, waitForAnswer } from "./follow-task";
import { showTask } from "./read-task";
import { routeMessage } from "./route-message";
import {
  findDuplicate,
  newGuestDid,
  newTraceId,
  type StoredMessage,
  storeContinuation,
  storeTask,
  wasRouted,
} from "./store-message";

/** Takes a slot of this process for a waiting call or a stream. @throws ServiceError `unavailable` if none is free */
export type Admit = () => AbortController;

/** The result of a message: a task, or a reply if there is no match. */
type Received = StoredMessage | { reply: Message };

/** Checks a guest's message. @throws the sender's error if the member accepts no guests, or as `admitGuestMessage` */
async function admit(
  sender: Sender,
  { a2aGuests }: { a2aGuests: boolean },
  request: SendMessageRequest,
): Promise<void> {
  if (sender.kind !== "guest") return;
  if (!a2aGuests) throw sender.error;
  await admitGuestMessage(request);
}

async function continueTask(ctx: Context, door: Door, request: SendMessageRequest, id: string): Promise<StoredMessage> {
  const task = await findTask(ctx.db, ctx.caller, door, id);
  const { contextId } = request.message;
  if (contextId && contextId !== task.contextId) {
    const field = "message.contextId";
    throw new ServiceError("invalid", `\`${field}\` must be the context of the task, or absent.`, { field });
  }
  const sender: Sender = task.isGuest
    ? {
        kind: "guest",
        error: new ServiceError("unauthenticated", "This agent no longer accepts messages without a token."),
      }
    : await findTaskSender(ctx, request, task.callerDid, await wasRouted(ctx.db, task.id));
  const { member, callerDid, isGuest } = task;
  await admit(sender, await findDoor(ctx, member), request);
  const admitted = { request, owner: task.owner, callerDid, isGuest, member, addressee: door ?? "" };
  return (await findDuplicate(ctx.db, admitted)) ?? storeContinuation(ctx, admitted, task);
}

async function beginTask(ctx: Context, door: Door, request: SendMessageRequest): Promise<Received> {
  const sender = await findSender(ctx, request, door === null);
  if (sender.kind === "guest") {
    if (door === null) throw sender.error;
    await admit(sender, await findDoor(ctx, door), request);
    const did = newGuestDid();
    const admitted = { request, owner: did, callerDid: did, isGuest: true, member: door, addressee: door };
    return storeTask(ctx, admitted, newTraceId());
  }
  const common = { request, owner: sender.owner, callerDid: sender.did, isGuest: false, addressee: door ?? "" };
  const before = await findDuplicate(ctx.db, common);
  if (before) return before;
  if (door !== null) {
    await findDoor(ctx, door);
    return storeTask(ctx, { ...common, member: door }, newTraceId());
  }
  const routed = await routeMessage(ctx, sender.did, request.message);
  if ("reply" in routed) return routed;
  return storeTask(ctx, { ...common, member: routed.member }, routed.traceId);
}

/** Stores a message that came by a member's door or by ours. A repeated message is not stored again. */
async function receive(ctx: Context, door: Door, request: SendMessageRequest): Promise<Received> {
  if (request.configuration?.taskPushNotificationConfig != null) {
    throw new ServiceError("pushNotSupported", "Follow the task by SubscribeToTask, or read it by GetTask.");
  }
  const { taskId } = request.message;
  return taskId ? continueTask(ctx, door, request, taskId) : beginTask(ctx, door, request);
}

/**
 * Sends a message to the named member, or to one chosen by its text. Then waits some seconds for an answer, unless the
 * request excludes it or too many calls are waiting. Returns the task after that.
 * @throws ServiceError of `findSender`, `findDoor`, `findTask`, `storeTask` and `storeContinuation`
 */
export async function sendMessage(
  ctx: Context,
  door: Door,
  request: SendMessageRequest,
  { signal, admitWaiting }: { signal: AbortSignal; admitWaiting: Admit },
): Promise<SendMessageResponse> {
  const received = await receive(ctx, door, request);
  if ("reply" in received) return { message: received.reply };
  const { returnImmediately, historyLength } = request.configuration ?? {};
  const row = returnImmediately ? received.task : await waited(ctx, received, signal, admitWaiting);
  return { task: await showTask(ctx, row, { historyLength, artifacts: true }) };
}

async function waited(ctx: Context, stored: StoredMessage, signal: AbortSignal, admitWaiting: Admit) {
  let slot: AbortController;
  try {
    slot = admitWaiting();
  } catch {
    // The message is stored. Waiting is optional.
    return stored.task;
  }
  try {
    const ending = AbortSignal.any([signal, slot.signal]);
    return await waitForAnswer(ctx, stored, settings().A2A_WAIT_SECONDS * 1_000, ending);
  } finally {
    slot.abort();
  }
}

async function* once(reply: Message): Updates {
  yield { id: 0, data: { message: reply } };
}

/** Sends a message as `sendMessage` does, and follows its task. */
export async function streamMessage(
  ctx: Context,
  door: Door,
  request: SendMessageRequest,
  signal: AbortSignal,
): Promise<Updates> {
  const received = await receive(ctx, door, request);
  return "reply" in received ? once(received.reply) : followTask(ctx, received.task, received.seq, signal);
}
