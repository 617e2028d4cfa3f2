import { route } from "@/lib/api/bind";
import { bindDoorStream } from "@/lib/interop/a2a/binding/bind-door";
import { streamToRouter } from "@/lib/interop/a2a/contract";
import { streamMessage } from "@/lib/interop/a2a/service/send-message";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(streamToRouter, (ctx, { body }, signal) => streamMessage(ctx, null, body, signal)),
);
