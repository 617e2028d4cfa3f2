import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import type { Reader } from "@/lib/database/open";
import { applications } from "@/lib/database/schema/applications";
import { resolveOwnership } from "@/lib/features/agents/service/ownership";
import { invalid } from "@/lib/foundation/errors";
import { sendEmail, sendsMail } from "@/lib/outgoing/mail";
import type { SubmitApplication } from "../schema";
import { receivedEmail } from "./emails";

async function wasSent(db: Reader, secretHash: string): Promise<boolean> {
  const [same] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.secretHash, secretHash));
  return same !== undefined;
}

/**
 * Stores an application. The form contains the secret, so a form that is sent twice is one application. An application
 * reserves nothing: several for the same DID or organisation may be open, and an operator chooses.
 * @returns whether this form had been sent before; then nothing was stored now
 * @throws ServiceError `didTaken` if the DID has a working token, is reserved, or belongs to another organisation;
 * `reservedMethod`; `invalid` if mail is configured and no address is given
 */
export async function submitApplication(
  ctx: Context,
  input: SubmitApplication,
): Promise<{ secret: string; repeated: boolean }> {
  const { secret, organisation, email, purpose, kind } = input;
  if (email === "" && sendsMail()) throw invalid("Enter an e-mail address for the decision.", { field: "email" });
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
  const { did } = asked;
  const repeated = await ctx.db.transaction(async (tx) => {
    // The DID may be reserved by now, for this same application.
    if (await wasSent(tx, secretHash)) return true;
    if (did !== null) await resolveOwnership(ctx, tx, did, { for: "application", application: null, organisation });
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
    return !taken;
  });
  if (!repeated) sendEmail(ctx, receivedEmail({ email, did, note: "" }));
  return { secret, repeated };
}
