import { route } from "@/lib/api/bind";
import { bindDoor } from "@/lib/interop/a2a/binding/bind-door";
import { listDoorTasks } from "@/lib/interop/a2a/contract";
import { listTasks } from "@/lib/interop/a2a/service/list-tasks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(listDoorTasks, (ctx, { params, query }) => listTasks(ctx, params.did, query)),
);
