import { randomUUID } from "node:crypto";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { applications } from "@/lib/database/schema/applications";
import { DECISION_DAYS, recordHref } from "@/lib/features/disputes/rules";
import { appendEvent, contentHashOf } from "@/lib/features/relay/service/append";
import type { LockedAgent } from "@/lib/features/trust/service/events";
import { settings } from "@/lib/foundation/env";
import { reasonOf } from "@/lib/foundation/reason";
import { COUNCIL_DID } from "@/lib/identity/did";
import { sendEmail } from "@/lib/outgoing/mail";

/** An incident or audit that names agents. */
interface Accusation {
  /** `incident:<id>` or `audit:<id>`. */
  record: string;
  /** The agents' rows, as locked when the record was written. */
  named: readonly LockedAgent[];
}

/** Sends an event to an agent's inbox. A failure is a line in the log: the change feed and the owner's page tell it, too. */
async function sendToInbox({ db, clock, log }: Context, did: string, record: string): Promise<void> {
  const payload = { record, address: recordHref(record), may_reply: true };
  const event = {
    srcDid: COUNCIL_DID,
    dstDid: did,
    kind: "record.names_you",
    intent: "A record names this agent",
    payload,
  };
  // A repeated request tells it once.
  const idempotency = { key: `${record} ${did}`, contentHash: contentHashOf(event) };
  try {
    await appendEvent(db, { ...event, idempotency, traceId: randomUUID().replaceAll("-", ""), at: clock() });
  } catch (error) {
    log.warn({ event: "owner_not_told", did, record, error: reasonOf(error) });
  }
}

/** Returns the address of the owner's last application, while it is kept. */
async function addressOf({ db }: Context, { did, ownerKind, organisation }: LockedAgent): Promise<string | undefined> {
  const isOwners =
    ownerKind === "agent"
      ? eq(applications.did, did)
      : and(eq(applications.kind, "provider"), eq(applications.organisation, organisation ?? ""));
  const [claimed] = await db
    .select({ email: applications.email })
    .from(applications)
    .where(and(eq(applications.status, "claimed"), ne(applications.email, ""), isOwners))
    .orderBy(desc(applications.claimedAt))
    .limit(1);
  return claimed?.email;
}

/** Sends one e-mail to each owner whose address is kept. It quotes nothing from the record. A failure is a line in the log. */
async function sendMails(ctx: Context, owned: readonly LockedAgent[], record: string): Promise<void> {
  try {
    const named = new Map<string, string[]>();
    for (const agent of owned) {
      const email = await addressOf(ctx, agent);
      if (email !== undefined) named.set(email, [...(named.get(email) ?? []), agent.did]);
    }
    const { FEDERATION_NAME, PUBLIC_URL = "" } = settings();
    for (const [to, dids] of named) {
      const paragraphs = [
        `A public record names ${dids.join(", ")}: ${PUBLIC_URL}${recordHref(record)}`,
        `You may reply in public, on the owner's page or with the API. After a reply, an operator decides within ${DECISION_DAYS} days.`,
        FEDERATION_NAME,
      ];
      const subject = `${FEDERATION_NAME}: a record names your agent`;
      // Any member can cause it, so it must not use up the limit of decisions.
      sendEmail(ctx, { to, subject, text: paragraphs.join("\n\n"), limit: "receipts" });
    }
  } catch (error) {
    ctx.log.warn({ event: "owner_not_told", record, error: reasonOf(error) });
  }
}

/**
 * Tells the owners of named agents at once: in the agents' inboxes, and by e-mail where the owner gave an address. Call it after
 * the commit. Webhooks learn of the record from the change feed. The operators' own records and the demo have no owner to tell.
 */
export async function tellOwners(ctx: Context, { record, named }: Accusation): Promise<void> {
  const owned = named.filter(({ ownerKind, isDemo }) => ownerKind !== "operator" && !isDemo);
  await Promise.all([...owned.map(({ did }) => sendToInbox(ctx, did, record)), sendMails(ctx, owned, record)]);
}
