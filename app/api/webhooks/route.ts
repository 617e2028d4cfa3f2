import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/features/events/webhooks/contract";
import { addWebhook } from "@/lib/features/events/webhooks/service/add-webhook";
import { listWebhooks } from "@/lib/features/events/webhooks/service/list-webhooks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listWebhooks, async (ctx, { query }) => reply(200, await listWebhooks(ctx, query))),
  bind(contract.addWebhook, async (ctx, { body }) => reply(201, await addWebhook(ctx, body))),
);
