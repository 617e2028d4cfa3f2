import { route } from "@/lib/api/bind";
import { bindDoorStream } from "@/lib/interop/a2a/binding/bind-door";
import { followDoorTask, subscribeToDoorTask } from "@/lib/interop/a2a/contract";
import { subscribeToTask } from "@/lib/interop/a2a/service/follow-task";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(followDoorTask, (ctx, { params }, signal) => subscribeToTask(ctx, params.did, params, signal)),
  bindDoorStream(subscribeToDoorTask, (ctx, { params }, signal) => subscribeToTask(ctx, params.did, params, signal)),
);
