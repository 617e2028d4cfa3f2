import { followDoorTask, subscribeToDoorTask } from "@/lib/a2a-door/contract";
import { subscribeToTask } from "@/lib/a2a-door/service/follow-task";
import { bindDoorStream } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(followDoorTask, (ctx, { params }, signal) => subscribeToTask(ctx, params.did, params, signal)),
  bindDoorStream(subscribeToDoorTask, (ctx, { params }, signal) => subscribeToTask(ctx, params.did, params, signal)),
);
