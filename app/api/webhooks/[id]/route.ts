import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/events/webhooks/contract";
import { decideWebhook } from "@/lib/features/events/webhooks/service/decide-webhook";
import { showWebhook } from "@/lib/features/events/webhooks/service/list-webhooks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.showWebhook, async (ctx, { params }) => reply(200, await showWebhook(ctx, params))),
  bind(contract.decideWebhook, async (ctx, { params, body }) =>
    reply(200, await decideWebhook(ctx, { ...params, ...body })),
  ),
);
