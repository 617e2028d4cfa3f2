import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { authorizeCaller } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { openSecret, sealingKey, sealSecret, secretKeys } from "@/lib/authority/sealed-secrets";
import { NO_LEASE } from "@/lib/database/leases";
import type { Transaction } from "@/lib/database/open";
import { type WebhookRow, webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import { findStart } from "@/lib/features/events/service/list-changes";
import { conflict, notFound } from "@/lib/foundation/errors";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import { isEcho, type Message } from "../rules";
import type { DecidedWebhook, DecideWebhook, DeliveryAttempt, WebhookAction, WebhookState } from "../schema";
import { type Delivered, deliver, type SendOutside, sendOutside } from "./deliver";
import { checkHostLimit } from "./limits";
import { showWebhook, visibleTo } from "./list-webhooks";
import { receiverOf } from "./receiver";
import { removeWebhooks } from "./remove-webhooks";
import { makeSecret } from "./secrets";

/** For this long after a rotation, messages are also signed with the old secret. */
const OVERLAP_HOURS = 24;

async function find({ db, caller }: Context, id: string): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), visibleTo(caller)));
  if (!row) throw notFound();
  return row;
}

const isWaiting = ({ id }: WebhookRow) =>
  and(eq(webhookDeliveries.webhookId, id), isNull(webhookDeliveries.deliveredAt));

/**
 * Changes a subscription that is in one of these states. This also ends its lease, so an instance that is delivering
 * stores no more results.
 * @throws ServiceError `conflict` with the text `otherwise` if it is in another state
 */
async function change(
  { db }: { db: Context["db"] | Transaction },
  { id }: WebhookRow,
  from: readonly WebhookState[],
  set: Partial<typeof webhooks.$inferInsert>,
  otherwise: string,
): Promise<void> {
  const isFrom = sql`${webhooks.state} in (${sql.join(
    from.map((state) => sql`${state}`),
    sql`, `,
  )})`;
  const changed = await db
    .update(webhooks)
    .set({ ...set, ...NO_LEASE })
    .where(and(eq(webhooks.id, id), isFrom))
    .returning({ id: webhooks.id });
  if (changed.length === 0) throw conflict(otherwise);
}

/** @throws ServiceError `conflict`, `rateLimited`, `overloaded` */
async function sendNow(
  ctx: Context,
  row: WebhookRow,
  send: SendOutside,
  { kind, ...message }: Omit<Message, "id" | "at"> & { kind: "challenge" | "test" },
) {
  const receiver = await receiverOf(ctx, row);
  if (!receiver)
    throw conflict("The secret cannot be decrypted, because the key of this service has changed. Rotate it.");
  const work = { kind, owner: await outgoingOwner(ctx.db, row.owner), subject: row.id, hosts: [row.host] };
  const now = ctx.clock();
  return places.within(work, now, () =>
    deliver(ctx, receiver, { ...message, id: `msg_${randomUUID()}`, at: now }, send),
  );
}

const attemptOf = ({ delivered, status, error, milliseconds }: Delivered): DeliveryAttempt => ({
  delivered,
  status,
  error,
  milliseconds,
});

/** Sends a challenge, and activates the subscription if the receiver echoes it. */
async function confirm(ctx: Context, row: WebhookRow, send: SendOutside): Promise<Partial<DecidedWebhook>> {
  if (row.state !== "unconfirmed") throw conflict("The subscription is already confirmed.");
  const challenge = randomBytes(24).toString("base64url");
  const result = await sendNow(ctx, row, send, { kind: "challenge", type: "webhook.challenge", data: { challenge } });
  const isEchoed = result.delivered && isEcho(result.text, challenge);
  const attempt = attemptOf(result);
  if (!isEchoed) {
    const error = attempt.error || "The response does not contain the `challenge`.";
    return { attempt: { ...attempt, delivered: false, error } };
  }
  await ctx.db.transaction(async (tx) => {
    await checkHostLimit(tx, row.owner, row.host);
    const set = { state: "active" as const, lookAt: ctx.clock() };
    await change({ db: tx }, row, ["unconfirmed"], set, "The subscription is already confirmed.");
  });
  return { attempt };
}

async function rotate({ db, clock }: Context, { id, secret: before }: WebhookRow): Promise<Partial<DecidedWebhook>> {
  const secret = makeSecret();
  const key = await sealingKey(db);
  // One key encrypts both. A secret that cannot be decrypted signs nothing any more.
  const old = openSecret(await secretKeys(db), id, before);
  const previousUntil = new Date(clock().getTime() + OVERLAP_HOURS * 3_600_000);
  const previous =
    old === null
      ? { previousSecret: null, previousUntil: null }
      : { previousSecret: sealSecret(key, id, old), previousUntil };
  await db
    .update(webhooks)
    .set({ secret: sealSecret(key, id, secret), sealedWith: key.kid, ...previous })
    .where(eq(webhooks.id, id));
  return { secret };
}

/** Delivers again. The deliveries that disabled a subscription begin their schedule of attempts again. */
async function resume(ctx: Context, row: WebhookRow): Promise<void> {
  const set = { state: "active" as const, reason: "", lookAt: ctx.clock() };
  await ctx.db.transaction(async (tx) => {
    const otherwise = "Only a paused or disabled subscription can be resumed.";
    await change({ db: tx }, row, ["paused", "disabled"], set, otherwise);
    if (row.state === "disabled") await tx.update(webhookDeliveries).set({ attempts: 0 }).where(isWaiting(row));
  });
}

/**
 * Sets the cursor and activates the subscription. Waiting deliveries are deleted: changes after the cursor are read
 * again from the feed, and those before it are dropped.
 */
async function replay(ctx: Context, row: WebhookRow, after: DecideWebhook["after"]): Promise<Partial<DecidedWebhook>> {
  if (row.state === "unconfirmed") throw conflict("Confirm the subscription first.");
  const start = await findStart(ctx.db, after, "oldest");
  await ctx.db.transaction(async (tx) => {
    const { epoch, after: scanned } = start;
    const place = { epoch, scanned, dueAt: null, lookAt: sql`now()`, state: "active" as const, reason: "" };
    await tx
      .update(webhooks)
      .set({ ...place, ...NO_LEASE })
      .where(eq(webhooks.id, row.id));
    await tx.delete(webhookDeliveries).where(isWaiting(row));
  });
  return {};
}

async function remove(ctx: Context, { id }: WebhookRow): Promise<void> {
  const removed = await ctx.db.transaction((tx) => removeWebhooks(ctx, tx, eq(webhooks.id, id)));
  if (removed === 0) throw notFound();
}

type Action = (
  ctx: Context,
  row: WebhookRow,
  input: DecideWebhook,
  send: SendOutside,
) => Promise<Partial<DecidedWebhook>>;

const ACTIONS: Record<Exclude<WebhookAction, "remove">, Action> = {
  confirm: (ctx, row, _, send) => confirm(ctx, row, send),
  pause: async (ctx, row) => {
    await change(ctx, row, ["active"], { state: "paused" }, "Only an active subscription can be paused.");
    return {};
  },
  resume: async (ctx, row) => {
    await resume(ctx, row);
    return {};
  },
  test: async (ctx, row, _, send) => {
    if (row.state === "unconfirmed") throw conflict("Confirm the subscription first.");
    const message = { kind: "test", type: "webhook.test", data: { message: "This is a test." } } as const;
    return { attempt: attemptOf(await sendNow(ctx, row, send, message)) };
  },
  rotate: (ctx, row) => rotate(ctx, row),
  replay: (ctx, row, { after }) => replay(ctx, row, after),
};

/**
 * Executes an action of the owner or of an operator.
 * @param send sends a challenge or a test
 * @throws ServiceError `notFound`, also if another owner has it; `conflict` if its state does not allow the action;
 * `rateLimited` or `overloaded` if too many challenges or tests are sent
 */
export async function decideWebhook(
  ctx: Context,
  input: DecideWebhook,
  send: SendOutside = sendOutside,
): Promise<DecidedWebhook> {
  await authorizeCaller(ctx, "webhook.manage");
  const row = await find(ctx, input.id);
  if (input.action === "remove") {
    const before = await showWebhook(ctx, row);
    await remove(ctx, row);
    return before;
  }
  const more = await ACTIONS[input.action](ctx, row, input, send);
  return { ...(await showWebhook(ctx, row)), ...more };
}
