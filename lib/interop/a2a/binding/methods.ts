import { z } from "zod";
import { admitStream } from "@/lib/api/open-streams";
import type { Context } from "@/lib/authority/context";
import { type A2aErrorKind, ServiceError } from "@/lib/foundation/errors";
import { ListTasksQuery, SendMessageRequest, TaskCall } from "@/lib/interop/a2a/schema";
import { cancelTask } from "@/lib/interop/a2a/service/cancel-task";
import type { Door } from "@/lib/interop/a2a/service/find-task";
import { subscribeToTask, type Updates } from "@/lib/interop/a2a/service/follow-task";
import { listTasks } from "@/lib/interop/a2a/service/list-tasks";
import { getTask } from "@/lib/interop/a2a/service/read-task";
import { sendMessage, streamMessage } from "@/lib/interop/a2a/service/send-message";

/** The inputs of a method besides its params. */
interface Call {
  ctx: Context;
  door: Door;
  signal: AbortSignal;
}

/**
 * A method of A2A: the schema of its params, and its function. A streaming method has `open` instead of `run`. One that only
 * reads waits for a turn, because tasks can be large.
 */
export interface A2aMethod {
  params: z.ZodType;
  isRead?: true;
  run?: (call: Call, params: never) => Promise<object>;
  open?: (call: Call, params: never) => Promise<Updates>;
}

const method = <S extends z.ZodType>(
  params: S,
  run: (call: Call, params: z.output<S>) => Promise<object>,
): A2aMethod => ({ params, run });
const streaming = <S extends z.ZodType>(
  params: S,
  open: (call: Call, params: z.output<S>) => Promise<Updates>,
): A2aMethod => ({ params, open });
/** Returns a method for which A2A requires an error. */
export const unsupported = (kind: A2aErrorKind, message?: string): A2aMethod =>
  method(z.unknown(), async () => {
    throw new ServiceError(kind, message);
  });

const TaskName = TaskCall.pick({ id: true });
const push = unsupported("pushNotSupported", "Follow the task by SubscribeToTask, or read it by GetTask.");

/** The methods of a door. They are the same over JSON-RPC and over HTTP. */
export const METHODS = {
  SendMessage: method(SendMessageRequest, ({ ctx, door, signal }, request) =>
    sendMessage(ctx, door, request, { signal, admitWaiting: () => admitStream(ctx.caller, "door") }),
  ),
  SendStreamingMessage: streaming(SendMessageRequest, ({ ctx, door, signal }, request) =>
    streamMessage(ctx, door, request, signal),
  ),
  GetTask: { ...method(TaskCall, ({ ctx, door }, params) => getTask(ctx, door, params)), isRead: true },
  ListTasks: { ...method(ListTasksQuery, ({ ctx, door }, query) => listTasks(ctx, door, query)), isRead: true },
  CancelTask: method(TaskName, ({ ctx, door }, params) => cancelTask(ctx, door, params)),
  SubscribeToTask: streaming(TaskName, ({ ctx, door, signal }, params) => subscribeToTask(ctx, door, params, signal)),
} as const satisfies Record<string, A2aMethod>;

/** The methods of A2A 1.0 over JSON-RPC, 9.4. */
export const RPC_METHODS: Readonly<Record<string, A2aMethod>> = {
  ...METHODS,
  CreateTaskPushNotificationConfig: push,
  GetTaskPushNotificationConfig: push,
  ListTaskPushNotificationConfigs: push,
  DeleteTaskPushNotificationConfig: push,
  GetExtendedAgentCard: unsupported("unsupportedOperation", "There is only the public card."),
};
