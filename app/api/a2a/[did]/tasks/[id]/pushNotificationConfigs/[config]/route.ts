import { deleteDoorPush, getDoorPush } from "@/lib/a2a-door/unsupported-contract";
import { bindUnsupported } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindUnsupported(getDoorPush, "pushNotSupported"),
  bindUnsupported(deleteDoorPush, "pushNotSupported"),
);
