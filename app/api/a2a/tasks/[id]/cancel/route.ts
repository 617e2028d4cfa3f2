import { route } from "@/lib/api/bind";
import { bindDoor } from "@/lib/interop/a2a/binding/bind-door";
import { cancelRoutedTask } from "@/lib/interop/a2a/contract";
import { cancelTask } from "@/lib/interop/a2a/service/cancel-task";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(cancelRoutedTask, (ctx, { params }) => cancelTask(ctx, null, params)),
);
