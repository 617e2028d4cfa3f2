import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { sendEvent } from "@/lib/features/relay/service/send";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.sendEvent, async (ctx, { body }, request) =>
    reply(201, await sendEvent(ctx, body, request.headers.get("traceparent"))),
  ),
);
