import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { createRoutedPush, listRoutedPush } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("PushNotifications", listRoutedPush, createRoutedPush);
