import { and, eq, ne } from "drizzle-orm";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { webhooks } from "@/lib/database/schema/webhooks";
import { conflict } from "@/lib/foundation/errors";

const MAX_OF_ONE_OWNER = 5;
const MAX_OF_ONE_HOST = 5;

/** Locks the counts until the transaction ends. @throws ServiceError `conflict` if the owner has five subscriptions */
export async function checkOwnerLimit(tx: Transaction, owner: string): Promise<void> {
  await lock(tx, "webhookCounts");
  if ((await tx.$count(webhooks, eq(webhooks.owner, owner))) < MAX_OF_ONE_OWNER) return;
  throw conflict(`An owner can have at most ${MAX_OF_ONE_OWNER} webhooks. Remove one.`);
}

/**
 * Locks the counts until the transaction ends. Unconfirmed subscriptions do not count, because anyone can add one for
 * any host.
 * @throws ServiceError `conflict` if the host receives five subscriptions
 */
export async function checkHostLimit(tx: Transaction, host: string): Promise<void> {
  await lock(tx, "webhookCounts");
  const isConfirmed = and(eq(webhooks.host, host), ne(webhooks.state, "unconfirmed"));
  if ((await tx.$count(webhooks, isConfirmed)) < MAX_OF_ONE_HOST) return;
  const message = `\`url\` has a host that already receives ${MAX_OF_ONE_HOST} webhooks, which is the limit.`;
  throw conflict(message, { field: "url" });
}
