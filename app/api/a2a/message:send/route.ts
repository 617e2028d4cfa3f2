import { sendToRouter } from "@/lib/a2a-door/contract";
import { sendMessage } from "@/lib/a2a-door/service/send-message";
import { bindDoor } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";
import { admitStream } from "@/lib/api/open-streams";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(sendToRouter, (ctx, { body }, { signal }) =>
    sendMessage(ctx, null, body, { signal, admitWaiting: () => admitStream(ctx.caller, "door") }),
  ),
);
