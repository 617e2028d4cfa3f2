import { streamToRouter } from "@/lib/a2a-door/contract";
import { streamMessage } from "@/lib/a2a-door/service/send-message";
import { bindDoorStream } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(streamToRouter, (ctx, { body }, signal) => streamMessage(ctx, null, body, signal)),
);
