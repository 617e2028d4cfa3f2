"use server";

import { AddWebhookForm, DecideWebhookForm } from "@/lib/features/events/webhooks/schema";
import { addWebhook } from "@/lib/features/events/webhooks/service/add-webhook";
import { decideWebhook } from "@/lib/features/events/webhooks/service/decide-webhook";
import { formAction } from "@/lib/next/form-action";

export const add = formAction({
  caller: "owner",
  schema: AddWebhookForm,
  verb: (ctx, input) => addWebhook(ctx, { ...input, after: undefined }),
});
export const decide = formAction({
  caller: "owner",
  schema: DecideWebhookForm,
  verb: (ctx, input) => decideWebhook(ctx, input),
});
