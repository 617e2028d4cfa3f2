import { route } from "@/lib/api/bind";
import { bindDoorStream } from "@/lib/interop/a2a/binding/bind-door";
import { streamToDoor } from "@/lib/interop/a2a/contract";
import { streamMessage } from "@/lib/interop/a2a/service/send-message";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoorStream(streamToDoor, (ctx, { params, body }, signal) => streamMessage(ctx, params.did, body, signal)),
);
