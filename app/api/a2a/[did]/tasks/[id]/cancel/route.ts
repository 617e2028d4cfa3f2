import { cancelDoorTask } from "@/lib/a2a-door/contract";
import { cancelTask } from "@/lib/a2a-door/service/cancel-task";
import { bindDoor } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(cancelDoorTask, (ctx, { params }) => cancelTask(ctx, params.did, params)),
);
