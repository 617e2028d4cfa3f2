import { and, eq, inArray, ne, or } from "drizzle-orm";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { webhooks } from "@/lib/database/schema/webhooks";
import { conflict } from "@/lib/foundation/errors";
import { ORGANISATION_ACTOR, outgoingOwner } from "@/lib/outgoing/owner";

const MAX_OF_ONE_OWNER = 5;
const MAX_OF_ONE_HOST = 5;

/** Locks the counts until the transaction ends. @throws ServiceError `conflict` if the owner has five subscriptions */
export async function checkOwnerLimit(tx: Transaction, owner: string): Promise<void> {
  await lock(tx, "webhookCounts");
  if ((await tx.$count(webhooks, eq(webhooks.owner, owner))) < MAX_OF_ONE_OWNER) return;
  throw conflict(`An owner can have at most ${MAX_OF_ONE_OWNER} webhooks. Remove one.`);
}

/**
 * Locks the counts until the transaction ends. An organisation and its agents count together. Others do not count,
 * because many use the host of the same provider. Unconfirmed subscriptions do not count, because anyone can add one
 * for any host.
 * @throws ServiceError `conflict` if the host receives five subscriptions of this owner
 */
export async function checkHostLimit(tx: Transaction, owner: string, host: string): Promise<void> {
  await lock(tx, "webhookCounts");
  const shared = await outgoingOwner(tx, owner);
  const ofAgents = tx
    .select({ did: agents.did })
    .from(agents)
    .where(eq(agents.organisation, shared.slice(ORGANISATION_ACTOR.length)));
  const isOwn = shared.startsWith(ORGANISATION_ACTOR)
    ? or(eq(webhooks.owner, shared), inArray(webhooks.owner, ofAgents))
    : eq(webhooks.owner, shared);
  const isCounted = and(eq(webhooks.host, host), ne(webhooks.state, "unconfirmed"), isOwn);
  if ((await tx.$count(webhooks, isCounted)) < MAX_OF_ONE_HOST) return;
  const message = `\`url\` has a host that already receives ${MAX_OF_ONE_HOST} of your webhooks, which is the limit.`;
  throw conflict(message, { field: "url" });
}
