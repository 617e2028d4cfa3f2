import { createHash } from "node:crypto";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isFree, type Leased, leasedRow, NO_LEASE, newLease, secondsFromNow } from "@/lib/database/leases";
import { operators } from "@/lib/database/schema/access";
import { type DigestRow, digests, operatorEmails } from "@/lib/database/schema/work";
import { signedHeaders } from "@/lib/features/events/webhooks/service/sign";
import { settings } from "@/lib/foundation/env";
import { deliverEmail, sendsMail } from "@/lib/outgoing/mail";
import { fetchExternal } from "@/lib/outgoing/request";
import { digestLetter, listAddress } from "../letter";
import {
  CRITICAL_PAUSE_SECONDS,
  type CriticalItem,
  INTERVAL_SECONDS,
  isWorthTelling,
  keyOf,
  messageOf,
  type News,
} from "../rules";
import type { Every } from "../schema";
import { listCritical, readNews } from "./read-news";

/** Longer than a delivery can take. Afterwards another instance tries it. */
const LEASE_SECONDS = 120;
const RETRY_SECONDS = 300;
/** The recipient that is no operator. */
const WEBHOOK = "webhook";

interface Recipient {
  name: string;
  every: Every;
  /** @param toldAt when it was told before */
  send: (news: News, toldAt: Date) => Promise<void>;
}

/** Posts a message to the operators' webhook, signed with this service's key as every webhook is. */
async function post({ db, clock }: Context, address: string, news: News, toldAt: Date): Promise<void> {
  const at = clock();
  const message = messageOf(news, listAddress());
  const body = JSON.stringify({ ...message, timestamp: at.toISOString() });
  // The same for each attempt to send the same, so that a receiver can tell.
  const id = createHash("sha256")
    .update(`${toldAt.toISOString()} ${JSON.stringify(message)}`)
    .digest("hex")
    .slice(0, 32);
  const signed = { id, timestampSeconds: Math.floor(at.getTime() / 1_000), body };
  const headers = { "content-type": "application/json", ...(await signedHeaders(db, [], signed)) };
  const { status } = await fetchExternal(address, {
    method: "POST",
    headers,
    body,
    exempt: true,
    withoutRedirects: true,
  });
  if (status >= 300) throw new Error(`the webhook's status was ${status}`);
}

/** Lists everybody who is told: operators with a proven address, and the webhook of the setting. */
async function listRecipients(ctx: Context): Promise<Recipient[]> {
  const { WORK_WEBHOOK_URL } = settings();
  const webhook: Recipient[] =
    WORK_WEBHOOK_URL === undefined
      ? []
      : [{ name: WEBHOOK, every: "hour", send: (news, toldAt) => post(ctx, WORK_WEBHOOK_URL, news, toldAt) }];
  if (!sendsMail()) return webhook;
  const rows = await ctx.db
    .select({ name: operatorEmails.operator, address: operatorEmails.address, every: operatorEmails.every })
    .from(operatorEmails)
    .innerJoin(operators, eq(operators.pseudonym, operatorEmails.operator))
    .where(and(isNotNull(operatorEmails.provenAt), isNull(operators.endedAt)));
  const byMail = rows.map(({ address, ...who }) => ({
    ...who,
    send: (news: News) => deliverEmail(ctx, digestLetter(address, news)),
  }));
  return [...byMail, ...webhook];
}

/** Returns what was told to each recipient. One that was never told gets what comes from now on, and all that is critical. */
async function readDigests({ db, clock }: Context, recipients: readonly Recipient[]): Promise<Map<string, DigestRow>> {
  const read = async () => new Map((await db.select().from(digests)).map((row) => [row.recipient, row]));
  const known = await read();
  const missing = recipients.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return known;
  const rows = missing.map(({ name }) => ({ recipient: name, toldAt: clock() }));
  await db.insert(digests).values(rows).onConflictDoNothing();
  return read();
}

/** Returns whether a recipient is told now: the interval has passed, or something critical is new. */
function isDue({ every }: Recipient, row: DigestRow, critical: readonly CriticalItem[], now: Date) {
  const seconds = (from: Date | null) => (from ? (now.getTime() - from.getTime()) / 1_000 : Number.POSITIVE_INFINITY);
  const hasNews = critical.some((item) => !row.critical.includes(keyOf(item)));
  return (
    seconds(row.toldAt) >= INTERVAL_SECONDS[every] || (hasNews && seconds(row.criticalAt) >= CRITICAL_PAUSE_SECONDS)
  );
}

async function take({ db }: Context, { recipient, toldAt }: DigestRow): Promise<Leased<DigestRow> | null> {
  const isSame = and(eq(digests.recipient, recipient), eq(digests.toldAt, toldAt), isFree(digests));
  return leasedRow(await db.update(digests).set(newLease(LEASE_SECONDS)).where(isSame).returning());
}

const stillTaken = ({ recipient, lease }: Leased<DigestRow>) =>
  and(eq(digests.recipient, recipient), eq(digests.lease, lease));

/** Tells one recipient, if there is something to tell. @returns whether something was sent */
async function tell(ctx: Context, recipient: Recipient, taken: Leased<DigestRow>, critical: readonly CriticalItem[]) {
  const at = ctx.clock();
  const news = await readNews(ctx, taken, critical);
  const isTold = isWorthTelling(news, recipient.every);
  try {
    if (isTold) await recipient.send(news, taken.toldAt);
    const criticalAt = news.critical.length > 0 ? at : taken.criticalAt;
    const told = { toldAt: at, critical: critical.map(keyOf), criticalAt, failedAt: null };
    await ctx.db
      .update(digests)
      .set({ ...told, ...NO_LEASE })
      .where(stillTaken(taken));
  } catch (error) {
    // Neither the address nor the text of a server is logged.
    ctx.log.warn({ event: "digest_failed", recipient: recipient.name, code: (error as { code?: string }).code ?? "" });
    const failed = { failedAt: at, leasedUntil: secondsFromNow(RETRY_SECONDS) };
    await ctx.db.update(digests).set(failed).where(stillTaken(taken));
    return false;
  }
  return isTold;
}

/**
 * Tells operators what waits for them: each hour or day if something is new or overdue, and within a minute if something
 * is critical. The instances share the work. A failed attempt is repeated after five minutes.
 * @returns how many messages were sent
 */
export async function sendDigests(ctx: Context): Promise<number> {
  const recipients = await listRecipients(ctx);
  if (recipients.length === 0) return 0;
  const [rows, critical] = [await readDigests(ctx, recipients), await listCritical(ctx)];
  let sent = 0;
  for (const recipient of recipients) {
    const row = rows.get(recipient.name);
    if (!row || !isDue(recipient, row, critical, ctx.clock())) continue;
    const taken = await take(ctx, row);
    if (taken && (await tell(ctx, recipient, taken, critical))) sent += 1;
  }
  return sent;
}
