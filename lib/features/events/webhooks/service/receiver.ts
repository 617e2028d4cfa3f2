import type { Context } from "@/lib/authority/context";
import type { WebhookRow } from "@/lib/database/schema/webhooks";
import type { Receiver } from "./deliver";
import { openSecret } from "./secrets";

type Stored = Pick<WebhookRow, "id" | "url" | "format" | "secret" | "previousSecret" | "previousUntil">;

/** Returns a subscription's address, format and decrypted secrets; null if its secret cannot be decrypted. */
export async function receiverOf(ctx: Pick<Context, "db" | "clock">, webhook: Stored): Promise<Receiver | null> {
  const { id, url, format, secret: sealed, previousSecret, previousUntil } = webhook;
  const secret = await openSecret(ctx.db, id, sealed);
  if (secret === null) return null;
  const isPrevious = previousSecret !== null && previousUntil !== null && previousUntil > ctx.clock();
  const previous = isPrevious ? await openSecret(ctx.db, id, previousSecret) : null;
  return { url, format, secrets: previous === null ? [secret] : [secret, previous] };
}
