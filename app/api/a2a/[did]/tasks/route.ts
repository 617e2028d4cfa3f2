import { listDoorTasks } from "@/lib/a2a-door/contract";
import { listTasks } from "@/lib/a2a-door/service/list-tasks";
import { bindDoor } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(listDoorTasks, (ctx, { params, query }) => listTasks(ctx, params.did, query)),
);
