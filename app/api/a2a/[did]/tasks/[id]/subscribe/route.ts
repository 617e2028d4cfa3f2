import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { followDoorTask, subscribeToDoorTask } from "@/lib/interop/a2a/contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("SubscribeToTask", followDoorTask, subscribeToDoorTask);
