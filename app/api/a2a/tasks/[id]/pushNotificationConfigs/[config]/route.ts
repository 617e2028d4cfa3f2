import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { deleteRoutedPush, getRoutedPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("PushNotifications", getRoutedPush, deleteRoutedPush);
