import { route } from "@/lib/api/bind";
import { bindUnsupported } from "@/lib/interop/a2a/binding/bind-door";
import { deleteRoutedPush, getRoutedPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindUnsupported(getRoutedPush, "pushNotSupported"),
  bindUnsupported(deleteRoutedPush, "pushNotSupported"),
);
