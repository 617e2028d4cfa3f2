import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/webhooks/contract";
import { listDeliveries } from "@/lib/webhooks/service/list-webhooks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listDeliveries, async (ctx, { params, query }) =>
    reply(200, await listDeliveries(ctx, { ...params, ...query })),
  ),
);
