import type { Context } from "@/lib/authority/context";
import { openSecret, secretKeys } from "@/lib/authority/sealed-secrets";
import type { WebhookRow } from "@/lib/database/schema/webhooks";
import type { Receiver } from "./deliver";

type Stored = Pick<WebhookRow, "id" | "url" | "format" | "secret" | "previousSecret" | "previousUntil">;

/** Returns a subscription's address, format and decrypted secrets; null if its secret cannot be decrypted. */
export async function receiverOf(ctx: Pick<Context, "db" | "clock">, webhook: Stored): Promise<Receiver | null> {
  const { id, url, format, secret: sealed, previousSecret, previousUntil } = webhook;
  const keys = await secretKeys(ctx.db);
  const secret = openSecret(keys, id, sealed);
  if (secret === null) return null;
  const isPrevious = previousSecret !== null && previousUntil !== null && previousUntil > ctx.clock();
  const previous = isPrevious ? openSecret(keys, id, previousSecret) : null;
  return { url, format, secrets: previous === null ? [secret] : [secret, previous] };
}
