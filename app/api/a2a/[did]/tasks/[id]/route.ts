import { getDoorTask } from "@/lib/a2a-door/contract";
import { getTask } from "@/lib/a2a-door/service/read-task";
import { bindDoor } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(getDoorTask, (ctx, { params, query }) => getTask(ctx, params.did, { ...params, ...query })),
);
