import { sendToDoor } from "@/lib/a2a-door/contract";
import { sendMessage } from "@/lib/a2a-door/service/send-message";
import { bindDoor } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";
import { admitStream } from "@/lib/api/open-streams";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDoor(sendToDoor, (ctx, { params, body }, { signal }) =>
    sendMessage(ctx, params.did, body, { signal, admitWaiting: () => admitStream(ctx.caller, "door") }),
  ),
);
