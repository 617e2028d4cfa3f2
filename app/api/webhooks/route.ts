import { bind, reply, route } from "@/lib/api/bind";
import * as contract from "@/lib/webhooks/contract";
import { addWebhook } from "@/lib/webhooks/service/add-webhook";
import { listWebhooks } from "@/lib/webhooks/service/list-webhooks";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.listWebhooks, async (ctx, { query }) => reply(200, await listWebhooks(ctx, query))),
  bind(contract.addWebhook, async (ctx, { body }) => reply(201, await addWebhook(ctx, body))),
);
