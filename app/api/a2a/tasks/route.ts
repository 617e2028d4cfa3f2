import { route } from "@/lib/api/bind";
import { bindDoor } from "@/lib/interop/a2a/binding/bind-door";
import { listRoutedTasks } from "@/lib/interop/a2a/contract";
import { listTasks } from "@/lib/interop/a2a/service/list-tasks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(listRoutedTasks, (ctx, { query }) => listTasks(ctx, null, query)),
);
