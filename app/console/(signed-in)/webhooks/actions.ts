"use server";

import { formAction } from "@/lib/next/form-action";
import { AddWebhookForm, DecideWebhookForm } from "@/lib/webhooks/schema";
import { addWebhook } from "@/lib/webhooks/service/add-webhook";
import { decideWebhook } from "@/lib/webhooks/service/decide-webhook";

export const add = formAction({
  caller: "operator",
  schema: AddWebhookForm,
  verb: (ctx, input) => addWebhook(ctx, { ...input, after: undefined }),
});
export const decide = formAction({
  caller: "operator",
  schema: DecideWebhookForm,
  verb: (ctx, input) => decideWebhook(ctx, input),
});
