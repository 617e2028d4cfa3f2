import { route } from "@/lib/api/bind";
import { bindDoor } from "@/lib/interop/a2a/binding/bind-door";
import { getDoorTask } from "@/lib/interop/a2a/contract";
import { getTask } from "@/lib/interop/a2a/service/read-task";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(getDoorTask, (ctx, { params, query }) => getTask(ctx, params.did, { ...params, ...query })),
);
