import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/relay/contract";
import { routeIntent } from "@/lib/features/relay/service/route";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.routeIntent, async (ctx, { body }, request) =>
    reply(200, await routeIntent(ctx, body, request.headers.get("traceparent"))),
  ),
);
