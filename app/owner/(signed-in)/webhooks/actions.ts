"use server";

import { formAction } from "@/lib/next/form-action";
import { AddWebhookForm, DecideWebhookForm } from "@/lib/webhooks/schema";
import { addWebhook } from "@/lib/webhooks/service/add-webhook";
import { decideWebhook } from "@/lib/webhooks/service/decide-webhook";

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
