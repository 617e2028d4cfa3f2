import { type SQL, sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import { forgetFirstRequests } from "@/lib/authority/second-operator";
import type { Database } from "@/lib/database/open";
import { eraseApplicants } from "@/lib/features/access/applications/service/erase-applicants";
import { forgetReadings } from "@/lib/features/access/service/readings";
import { expireChanges } from "@/lib/features/events/service/expire-changes";
import { forgetDeliveries } from "@/lib/features/events/webhooks/service/forget";
import { eraseSenders } from "@/lib/features/incidents/reports/service/erase-senders";
import { forgetWork } from "@/lib/features/queues/service/assign";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { forgetGuests } from "@/lib/interop/a2a/service/forget-guests";
import { assertClock, checkClock } from "@/lib/ledger/clock";

type Expiry = (ctx: Context, now: SQL) => Promise<unknown>;

/** Everything that is deleted or erased because of its age, except what a write deletes itself. */
const EXPIRIES: Record<string, Expiry> = {
  senders: ({ db }, now) => eraseSenders(db, now),
  applicants: ({ db }, now) => eraseApplicants(db, now),
  guests: ({ db }, now) => forgetGuests(db, now),
  changes: ({ db }, now) => expireChanges(db, now),
  readings: ({ db }, now) => forgetReadings(db, now),
  work: ({ db }, now) => forgetWork(db, now),
  firstRequests: ({ db }, now) => forgetFirstRequests(db, now),
  deliveries: (ctx) => forgetDeliveries(ctx),
};

/**
 * Erases expired data by the database's clock. Nothing is erased while this process's clock differs from it, because nobody
 * knows then which of them is wrong. If one kind fails, the others are still erased.
 * @throws ServiceError `clockSkew`
 */
export async function eraseExpired(db: Database, now: SQL = sql`now()`, clock?: () => Date): Promise<void> {
  await checkClock(db, clock);
  assertClock();
  for (const [what, expire] of Object.entries(EXPIRIES)) {
    await expire(systemContext(db), now).catch((error: unknown) =>
      log().warn({ event: "forgetting_failed", what, error: reasonOf(error) }),
    );
  }
}
