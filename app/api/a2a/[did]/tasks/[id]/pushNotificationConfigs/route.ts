import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { createDoorPush, listDoorPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("PushNotifications", listDoorPush, createDoorPush);
