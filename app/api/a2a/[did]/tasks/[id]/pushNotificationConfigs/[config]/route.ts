import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { deleteDoorPush, getDoorPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("PushNotifications", getDoorPush, deleteDoorPush);
