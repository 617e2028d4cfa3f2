import { z } from "zod";
import { admitStream } from "@/lib/api/open-streams";
import type { Context } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import { ListTasksQuery, SendMessageRequest, TaskCall } from "@/lib/interop/a2a/schema";
import { cancelTask } from "@/lib/interop/a2a/service/cancel-task";
import type { Door } from "@/lib/interop/a2a/service/find-task";
import { subscribeToTask, type Updates } from "@/lib/interop/a2a/service/follow-task";
import { listTasks } from "@/lib/interop/a2a/service/list-tasks";
import { getTask } from "@/lib/interop/a2a/service/read-task";
import { sendMessage, streamMessage } from "@/lib/interop/a2a/service/send-message";

/** The inputs of a JSON-RPC method besides its params. */
interface Call {
  ctx: Context;
  door: Door;
  signal: AbortSignal;
}

/**
 * A method: the schema of its params, and its function. A streaming method has `open` instead of `run`. One that only reads
 * waits for a turn, because tasks can be large.
 */
export interface RpcMethod {
  params: z.ZodType;
  isRead?: true;
  run?: (call: Call, params: never) => Promise<object>;
  open?: (call: Call, params: never) => Promise<Updates>;
}

const method = <S extends z.ZodType>(
  params: S,
  run: (call: Call, params: z.output<S>) => Promise<object>,
): RpcMethod => ({ params, run });
const reading = <S extends z.ZodType>(...of: Parameters<typeof method<S>>): RpcMethod => ({
  ...method(...of),
  isRead: true,
});
const streaming = <S extends z.ZodType>(
  params: S,
  open: (call: Call, params: z.output<S>) => Promise<Updates>,
): RpcMethod => ({ params, open });
const unsupported = (kind: "pushNotSupported" | "unsupportedOperation", message: string) =>
  method(z.unknown(), async () => {
    throw new ServiceError(kind, message);
  });

const TaskName = TaskCall.pick({ id: true });
const push = unsupported("pushNotSupported", "Follow the task by SubscribeToTask, or read it by GetTask.");

/** The methods of A2A 1.0 over JSON-RPC, 9.4. */
export const RPC_METHODS: Readonly<Record<string, RpcMethod>> = {
  SendMessage: method(SendMessageRequest, ({ ctx, door, signal }, request) =>
    sendMessage(ctx, door, request, { signal, admitWaiting: () => admitStream(ctx.caller, "door") }),
  ),
  SendStreamingMessage: streaming(SendMessageRequest, ({ ctx, door, signal }, request) =>
    streamMessage(ctx, door, request, signal),
  ),
  GetTask: reading(TaskCall, ({ ctx, door }, params) => getTask(ctx, door, params)),
  ListTasks: reading(ListTasksQuery, ({ ctx, door }, query) => listTasks(ctx, door, query)),
  CancelTask: method(TaskName, ({ ctx, door }, params) => cancelTask(ctx, door, params)),
  SubscribeToTask: streaming(TaskName, ({ ctx, door, signal }, params) => subscribeToTask(ctx, door, params, signal)),
  CreateTaskPushNotificationConfig: push,
  GetTaskPushNotificationConfig: push,
  ListTaskPushNotificationConfigs: push,
  DeleteTaskPushNotificationConfig: push,
  GetExtendedAgentCard: unsupported("unsupportedOperation", "There is only the public card."),
};
