import { route } from "@/lib/api/bind";
import { bindUnsupported } from "@/lib/interop/a2a/binding/bind-door";
import { createDoorPush, listDoorPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindUnsupported(listDoorPush, "pushNotSupported"),
  bindUnsupported(createDoorPush, "pushNotSupported"),
);
