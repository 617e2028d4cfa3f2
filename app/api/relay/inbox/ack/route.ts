import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { acknowledgeEvents } from "@/lib/features/relay/service/inbox";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.acknowledgeEvents, async (ctx, { body }) => reply(200, await acknowledgeEvents(ctx, body))),
);
