import { z } from "zod";
import { After, ChangeKind, FeedZone } from "@/lib/features/events/schema";
import { Cursor } from "@/lib/http/filter";
import { httpsAddress } from "@/lib/http/https-address";
import { wholeNumber } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";

export const WebhookFormat = z.enum(["standard", "cloudevents"]).meta({
  description:
    "`standard`: the body of Standard Webhooks, `{type, timestamp, data}`. `cloudevents`: a CloudEvents 1.0 event as `application/cloudevents+json`. Headers and signatures are the same.",
});
export type WebhookFormat = z.infer<typeof WebhookFormat>;

export const WebhookState = z.enum(["unconfirmed", "active", "paused", "disabled"]).meta({
  description:
    "`unconfirmed`: the receiver has not echoed a challenge yet, so it gets no events. `disabled`: this service stopped its deliveries. `reason` says why.",
});
export type WebhookState = z.infer<typeof WebhookState>;

const MAX_VALUES = 50;
const filters = {
  kinds: z.array(ChangeKind).min(1).max(MAX_VALUES),
  dids: z.array(Did).min(1).max(MAX_VALUES),
  zones: z.array(FeedZone).min(1).max(MAX_VALUES),
};

export const AddWebhook = z.object({
  url: httpsAddress("Enter an address.", "loopback").meta({
    description: "A public https address. In development, also an allowed http address on this machine.",
  }),
  kinds: filters.kinds.optional().meta({ description: "Only these kinds of changes. Absent: all." }),
  dids: filters.dids.optional().meta({ description: "Only changes about these agents. Absent: all." }),
  zones: filters.zones.optional().meta({ description: "Only changes about agents of these zones. Absent: all." }),
  format: WebhookFormat.default("standard"),
  after: After.meta({
    description: "Begin after this cursor of the change feed. Absent: begin with new changes.",
  }),
});
export type AddWebhook = z.output<typeof AddWebhook>;

/** A form field with one value per line, or with commas between values. */
const lines = <S extends z.ZodType>(values: S) =>
  z.preprocess((text) => {
    const found = typeof text === "string" ? text.split(/[\s,]+/).filter((each) => each !== "") : [];
    return found.length > 0 ? found : undefined;
  }, values.optional());

/** `AddWebhook` as a form sends it. */
export const AddWebhookForm = AddWebhook.omit({ after: true }).extend({
  kinds: lines(filters.kinds),
  dids: lines(filters.dids),
  zones: lines(filters.zones),
});

export const WebhookAction = z.enum(["confirm", "pause", "resume", "test", "rotate", "replay", "remove"]);
export type WebhookAction = z.infer<typeof WebhookAction>;

export const WebhookId = z.object({ id: z.uuid() });
export const DecideWebhook = z.object({
  action: WebhookAction.meta({
    description:
      "`confirm`: send a signed challenge, which the receiver must echo. `test`: send one `webhook.test` event now. `rotate`: make a new secret; both sign for 24 hours. `replay`: deliver all changes after `after` again, and enable a disabled subscription. `remove`: delete the subscription.",
  }),
  after: After.meta({
    description: "Only for `replay`: a cursor of the change feed. Absent: begin with the oldest kept change.",
  }),
});
export const DecideWebhookForm = DecideWebhook.extend(WebhookId.shape);
export type DecideWebhook = z.output<typeof DecideWebhookForm>;

/** The result of one request to a receiver. */
export const DeliveryAttempt = z.object({
  delivered: z.boolean(),
  status: z.int().nullable().meta({ description: "Status of the response; null if there was none." }),
  error: z.string().meta({ description: "Why it was not delivered; empty if it was." }),
  milliseconds: z.int(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const Webhook = z
  .object({
    id: z.string(),
    owner: z.string().meta({ description: "An agent's DID, `organisation:<name>` or `operator:<credential>`." }),
    url: z.string(),
    kinds: z.array(ChangeKind).nullable(),
    dids: z.array(z.string()).nullable(),
    zones: z.array(z.string()).nullable(),
    format: WebhookFormat,
    state: WebhookState,
    reason: z.string().meta({ description: "Why the subscription is disabled; otherwise empty." }),
    cursor: z.string().meta({ description: "The change feed has been read for this subscription up to this cursor." }),
    waiting: z.int().meta({ description: "Number of changes that have not been delivered yet." }),
    due_at: z.iso.datetime().nullable().meta({ description: "When the next attempt is due; null if no change waits." }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

const Secret = z.string().meta({ description: "`whsec_` and base64. Shown only in this response." });
export const IssuedWebhook = Webhook.extend({ secret: Secret }).meta({ id: "IssuedWebhook" });
export type IssuedWebhook = z.infer<typeof IssuedWebhook>;

export const DecidedWebhook = Webhook.extend({
  secret: Secret.optional(),
  attempt: DeliveryAttempt.optional().meta({ description: "After `confirm` and `test`: the receiver's response." }),
}).meta({ id: "DecidedWebhook" });
export type DecidedWebhook = z.infer<typeof DecidedWebhook>;

export const PageQuery = z.object({ limit: wholeNumber(1, 100, 50), cursor: Cursor });
export type PageQuery = z.output<typeof PageQuery>;
export const DeliveryQuery = PageQuery.extend(WebhookId.shape);
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

const next_cursor = z.string().optional().meta({ description: "`cursor` of the next page; absent on the last page." });
export const WebhookList = z.object({ webhooks: z.array(Webhook), next_cursor }).meta({ id: "WebhookList" });
export type WebhookList = z.infer<typeof WebhookList>;

export const WebhookDelivery = z
  .object({
    cursor: z.string(),
    kind: z.string(),
    subject: z.string(),
    attempts: z.int(),
    due_at: z.iso.datetime().nullable().meta({ description: "When the next attempt is due; null after delivery." }),
    last_at: z.iso.datetime().nullable(),
    status: z.int().nullable().meta({ description: "Status of the last response; null if there was none." }),
    error: z.string(),
    milliseconds: z.int().nullable(),
    delivered_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryList = z
  .object({ deliveries: z.array(WebhookDelivery), next_cursor })
  .meta({ id: "DeliveryList" });
export type DeliveryList = z.infer<typeof DeliveryList>;
