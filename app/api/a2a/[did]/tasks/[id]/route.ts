import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { getDoorTask } from "@/lib/interop/a2a/contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("GetTask", getDoorTask);
