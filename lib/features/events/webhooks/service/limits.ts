import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { webhooks } from "@/lib/database/schema/webhooks";
import { conflict } from "@/lib/foundation/errors";

const MAX_OF_ONE_OWNER = 5;
const MAX_OF_ONE_HOST = 5;
/** The advisory lock under which subscriptions are counted, and added or confirmed. The number is arbitrary. */
const COUNTING_LOCK = 7_041_802;

const lockCounts = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`);

/** Locks the counts until the transaction ends. @throws ServiceError `conflict` if the owner has five subscriptions */
export async function checkOwnerLimit(tx: Transaction, owner: string): Promise<void> {
  await lockCounts(tx);
  if ((await tx.$count(webhooks, eq(webhooks.owner, owner))) < MAX_OF_ONE_OWNER) return;
  throw conflict(`An owner can have at most ${MAX_OF_ONE_OWNER} webhooks. Remove one.`);
}

/**
 * Locks the counts until the transaction ends. Unconfirmed subscriptions do not count, because anyone can add one for
 * any host.
 * @throws ServiceError `conflict` if the host receives five subscriptions
 */
export async function checkHostLimit(tx: Transaction, host: string): Promise<void> {
  await lockCounts(tx);
  const isConfirmed = and(eq(webhooks.host, host), ne(webhooks.state, "unconfirmed"));
  if ((await tx.$count(webhooks, isConfirmed)) < MAX_OF_ONE_HOST) return;
  const message = `\`url\` has a host that already receives ${MAX_OF_ONE_HOST} webhooks, which is the limit.`;
  throw conflict(message, { field: "url" });
}
