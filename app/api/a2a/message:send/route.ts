import { route } from "@/lib/api/bind";
import { admitStream } from "@/lib/api/open-streams";
import { bindDoor } from "@/lib/interop/a2a/binding/bind-door";
import { sendToRouter } from "@/lib/interop/a2a/contract";
import { sendMessage } from "@/lib/interop/a2a/service/send-message";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(sendToRouter, (ctx, { body }, { signal }) =>
    sendMessage(ctx, null, body, { signal, admitWaiting: () => admitStream(ctx.caller, "door") }),
  ),
);
