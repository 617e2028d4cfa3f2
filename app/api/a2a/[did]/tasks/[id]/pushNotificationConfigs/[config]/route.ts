import { route } from "@/lib/api/bind";
import { bindUnsupported } from "@/lib/interop/a2a/binding/bind-door";
import { deleteDoorPush, getDoorPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindUnsupported(getDoorPush, "pushNotSupported"),
  bindUnsupported(deleteDoorPush, "pushNotSupported"),
);
