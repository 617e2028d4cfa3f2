import { eq } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { applications } from "@/lib/database/schema/applications";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { operatorCaller } from "@/lib/features/access/testing/operators";
import type { Caller } from "@/lib/identity/permissions";
import type { Tier } from "@/lib/identity/tiers";
import { approveApplication } from "../service/decide";
import { submitApplication } from "../service/submit";
import { agentForm, application } from "./form";

export const DAY_MILLISECONDS = 86_400_000;
export const ann = operatorCaller();
export const ben = operatorCaller("somebody");

/** What became of several attempts at once. */
export async function outcomes(attempts: Promise<unknown>[]) {
  const settled = await Promise.allSettled(attempts);
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  return { done: settled.length - errors.length, errors };
}

/** A database for one file of tests, with applicants and operators before it. */
export function applicationFixtures() {
  const database = testDatabase();
  const by = (caller: Caller, now = new Date()): Context => ({
    ...systemContext(database()),
    caller,
    clock: () => now,
  });
  const visitor = () => by({ kind: "anonymous" });
  const actsOn = async (subject: string) =>
    (await database().select().from(ledgerActs).where(eq(ledgerActs.subject, subject)).orderBy(ledgerActs.seq)).map(
      ({ kind, actor, details }) => ({ kind, actor, details }),
    );

  /** An application that has been sent. */
  async function sent(form = agentForm()) {
    const { secret } = await submitApplication(visitor(), application(form));
    const [row] = await database()
      .select()
      .from(applications)
      .where(eq(applications.secretHash, hashToken(secret)));
    if (!row) throw new Error("nothing was stored");
    return { secret, id: row.id, did: row.did ?? "", organisation: row.organisation };
  }
  async function approved(form = agentForm(), tier: Tier | null = null) {
    const application = await sent(form);
    await approveApplication(by(ann), { id: application.id, tier, note: "Welcome." });
    return application;
  }
  return { database, by, visitor, actsOn, sent, approved };
}
