import { randomUUID } from "node:crypto";
import { and, count, eq, sql } from "drizzle-orm";
import { hashToken } from "@/lib/access/rules";
import { isWorking } from "@/lib/access/service/authenticate";
import type { Context } from "@/lib/context";
import type { Reader, Transaction } from "@/lib/db/open";
import { credentials } from "@/lib/db/schema/access";
import { applications } from "@/lib/db/schema/applications";
import { conflict } from "@/lib/errors";
import { sendLetter } from "@/lib/mail";
import type { SubmitApplication } from "../schema";
import { receivedLetter } from "./letters";

/** How many working tokens the DID, or the organisation, has already. */
export async function workingTokens(
  db: Reader,
  { did, organisation }: { did: string | null; organisation: string },
  now: Date,
): Promise<number> {
  const whose =
    did === null
      ? and(eq(credentials.kind, "provider"), sql`lower(${credentials.organisation}) = lower(${organisation})`)
      : and(eq(credentials.kind, "agent"), eq(credentials.did, did));
  const [row] = await db
    .select({ tokens: count() })
    .from(credentials)
    .where(and(whose, isWorking(now)));
  return row?.tokens ?? 0;
}

const field = (did: string | null) => ({ field: did === null ? "organisation" : "did" });

/** What stands in the way of an application that could not be inserted: itself, sent before, or somebody's open one. */
async function repeatedOrRefused(tx: Transaction, secretHash: string, did: string | null): Promise<{ repeated: true }> {
  const [same] = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.secretHash, secretHash));
  if (same) return { repeated: true };
  const whose = did === null ? "this organisation" : "this DID";
  throw conflict(`An application for ${whose} is open already. It has to be answered first.`, field(did));
}

/**
 * Takes an application. Its form brings the secret along, so that a form sent twice is one application; the table's
 * indexes settle who is first where several ask for the same.
 * @returns whether this form had been sent before; then nothing of it was taken now
 * @throws ServiceError `conflict` where another application is open, or a token is out already
 */
export async function submitApplication(
  ctx: Context,
  input: SubmitApplication,
): Promise<{ secret: string; repeated: boolean }> {
  const { secret, organisation, email, purpose, kind } = input;
  const asked =
    input.kind === "agent"
      ? {
          did: input.did,
          capabilities: input.capabilities,
          requestedTier: input.requested_tier,
          publicKey: input.public_key,
        }
      : { did: null, requestedTier: "T0" as const };
  const now = ctx.clock();
  const secretHash = hashToken(secret);
  const { repeated } = await ctx.db.transaction(async (tx) => {
    const [taken] = await tx
      .insert(applications)
      .values({
        id: randomUUID(),
        secretHash,
        kind,
        status: "pending",
        organisation,
        email,
        purpose,
        ...asked,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: applications.id });
    if (!taken) return repeatedOrRefused(tx, secretHash, asked.did);
    if ((await workingTokens(tx, { did: asked.did, organisation }, now)) > 0) {
      const whose = asked.did === null ? "This organisation" : "This DID";
      throw conflict(`${whose} has a token already. If it is lost, ask an operator for another.`, field(asked.did));
    }
    return { repeated: false };
  });
  if (!repeated) sendLetter(ctx, receivedLetter({ email, did: asked.did, note: "" }));
  return { secret, repeated };
}
