import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import type { Reader } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { type ApplicationRow, applications } from "@/lib/database/schema/applications";
import { approvalExpiresAt } from "@/lib/features/agents/rules";
import { notFound } from "@/lib/foundation/errors";
import { claimCode, claimPlaces } from "../claim-places";
import { type ApplicantView, type ApplicationBySecret, ApplicationSecret, type DidAvailability } from "../schema";
import { viewProgress } from "../view/application";

/** Returns a new secret of 192 random bits. It finds the application again. */
export function makeSecret(): string {
  return `fgs_apl_${randomBytes(24).toString("base64url")}`;
}

export const bySecret = (secret: string) => eq(applications.secretHash, hashToken(secret));

/** Reads an application by its secret. @throws ServiceError `notFound` */
export async function findRowBySecret(db: Reader, secret: string): Promise<ApplicationRow> {
  const [row] = ApplicationSecret.safeParse(secret).success
    ? await db.select().from(applications).where(bySecret(secret))
    : [];
  if (!row) throw notFound("There is no such application.");
  return row;
}

/** Returns whether an approval is too old to be claimed. */
export function hasApprovalExpired({ status, decidedAt }: ApplicationRow, now: Date): boolean {
  return status === "approved" && decidedAt !== null && approvalExpiresAt(decidedAt) <= now;
}

/**
 * Returns whether claiming transfers the DID from its present owner. An organisation's agent remains the
 * organisation's.
 */
export function doesClaimTakeOver(
  { status }: ApplicationRow,
  member: Pick<AgentRow, "ownerKind"> | undefined,
): boolean {
  const isOpen = status === "pending" || status === "approved";
  return isOpen && member !== undefined && member.ownerKind !== "organisation";
}

/**
 * Returns an application as its applicant sees it, by its secret.
 * @throws ServiceError `notFound`
 */
export async function getApplicationBySecret(
  { db, clock }: Context,
  { secret }: ApplicationBySecret,
): Promise<ApplicantView> {
  const row = await findRowBySecret(db, secret);
  const [member] =
    row.did === null
      ? []
      : await db
          .select({
            ownerKind: agents.ownerKind,
            listed: agents.listed,
            repository: agents.repository,
            endpoints: agents.endpoints,
          })
          .from(agents)
          .where(eq(agents.did, row.did));
  const { email, purpose } = row;
  const places = row.did === null ? [] : claimPlaces(row.did, member ?? { repository: "", endpoints: [] });
  return {
    ...viewProgress(row),
    email,
    purpose,
    lapsed: hasApprovalExpired(row, clock()),
    hands_over: doesClaimTakeOver(row, member),
    listed: Boolean(member?.listed),
    proof: places.length === 0 ? null : { code: claimCode(row.secretHash), places },
  };
}

/** Returns the public facts about a DID for a future applicant. */
export async function checkDidAvailability({ db }: Context, { did }: { did: string }): Promise<DidAvailability> {
  const { ownerKind, listed } = agents;
  const [row] = await db.select({ ownerKind, listed }).from(agents).where(eq(agents.did, did));
  if (!row) return "free";
  if (row.listed) return "listed";
  return row.ownerKind === "organisation" ? "of an organisation" : "in directory";
}
