import { route } from "@/lib/api/bind";
import { bindDoorStream } from "@/lib/interop/a2a/binding/bind-door";
import { followRoutedTask, subscribeToRoutedTask } from "@/lib/interop/a2a/contract";
import { subscribeToTask } from "@/lib/interop/a2a/service/follow-task";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(followRoutedTask, (ctx, { params }, signal) => subscribeToTask(ctx, null, params, signal)),
  bindDoorStream(subscribeToRoutedTask, (ctx, { params }, signal) => subscribeToTask(ctx, null, params, signal)),
);
