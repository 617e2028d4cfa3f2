import { endpointsOf } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import * as schema from "./schema";

const events = endpointsOf("events");
const { invalid, notFound, conflict, tierTooLow } = DEFAULT_ERRORS;
const gone = { status: 410, error: "Cursor expired", code: "CURSOR_EXPIRED" } as const;
const EXAMPLE_ID = "0190b2f4-7c1e-4a55-8d7e-3f6b5a1c9e20";

export const listWebhooks = events.get("/api/webhooks", {
  operationId: "listWebhooks",
  summary: "List webhook subscriptions",
  description: "Lists the caller's subscriptions, newest first. An operator gets all.",
  permission: "webhook.read",
  query: schema.PageQuery,
  responses: { 200: schema.WebhookList },
});

export const addWebhook = events.post("/api/webhooks", {
  operationId: "addWebhook",
  summary: "Subscribe an address to the change feed",
  description:
    "Changes are sent as Standard Webhooks: signed with the `secret` of this response (`v1`) and with this service's key (`v1a`, public at `/.well-known/jwks.json`). Give the secret to the receiver, then send the action `confirm`. An owner has at most five subscriptions. One host can receive five confirmed ones. Each change is delivered at least once. The changes of one subject are delivered in order.",
  permission: "webhook.manage",
  body: schema.AddWebhook,
  example: { body: { url: "https://hooks.example.com/federation", kinds: ["agent.suspended", "agent.withdrawn"] } },
  responses: { 201: schema.IssuedWebhook },
  errors: { conflict, gone, tierTooLow },
});

export const showWebhook = events.get("/api/webhooks/{id}", {
  operationId: "showWebhook",
  summary: "Show a webhook subscription",
  permission: "webhook.read",
  params: schema.WebhookId,
  example: { params: { id: EXAMPLE_ID } },
  responses: { 200: schema.Webhook },
  errors: { invalid, notFound },
});

export const decideWebhook = events.post("/api/webhooks/{id}", {
  operationId: "decideWebhook",
  summary: "Confirm, pause, resume, test, replay or remove a subscription, or change its secret",
  description: "Responds with the changed subscription, or with the removed one.",
  permission: "webhook.manage",
  params: schema.WebhookId,
  body: schema.DecideWebhook,
  example: { params: { id: EXAMPLE_ID }, body: { action: "confirm" } },
  responses: { 200: schema.DecidedWebhook },
  errors: { notFound, conflict, gone, tierTooLow },
});

export const listDeliveries = events.get("/api/webhooks/{id}/deliveries", {
  operationId: "listDeliveries",
  summary: "List the deliveries of a subscription",
  description:
    "Newest first, with the deliveries that still wait. The newest 1,000 delivered ones are kept, for at most 30 days.",
  permission: "webhook.read",
  params: schema.WebhookId,
  query: schema.PageQuery,
  example: { params: { id: EXAMPLE_ID } },
  responses: { 200: schema.DeliveryList },
  errors: { notFound },
});
