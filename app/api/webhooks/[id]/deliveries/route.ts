import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/events/webhooks/contract";
import { listDeliveries } from "@/lib/features/events/webhooks/service/list-webhooks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listDeliveries, async (ctx, { params, query }) =>
    reply(200, await listDeliveries(ctx, { ...params, ...query })),
  ),
);
