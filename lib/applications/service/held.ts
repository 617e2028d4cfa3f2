import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { hashToken } from "@/lib/access/rules";
import { lapsesAt } from "@/lib/agents/rules";
import type { Context } from "@/lib/context";
import type { Reader } from "@/lib/db/open";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { type ApplicationRow, applications } from "@/lib/db/schema/applications";
import { notFound } from "@/lib/errors";
import { ApplicationSecret, type DidStanding, type HeldApplication, type HeldStanding } from "../schema";
import { viewStanding } from "../view/application";

/** A new secret of 192 random bits. It finds the application again. */
export function makeSecret(): string {
  return `fgs_apl_${randomBytes(24).toString("base64url")}`;
}

/** The condition that names an application by its secret. */
export const heldBy = (secret: string) => eq(applications.secretHash, hashToken(secret));

/** @throws ServiceError `notFound` */
export async function rowHeldBy(db: Reader, secret: string): Promise<ApplicationRow> {
  const [row] = ApplicationSecret.safeParse(secret).success
    ? await db.select().from(applications).where(heldBy(secret))
    : [];
  if (!row) throw notFound("There is no such application.");
  return row;
}

/** Whether an approval is too old to be claimed. */
export function hasLapsed({ status, decidedAt }: ApplicationRow, now: Date): boolean {
  return status === "approved" && decidedAt !== null && lapsesAt(decidedAt) <= now;
}

/** Whether claiming takes the DID over from its present owner. An organisation's agent stays the organisation's. */
export function handsOver({ status }: ApplicationRow, member: Pick<AgentRow, "ownerKind"> | undefined): boolean {
  const isOpen = status === "pending" || status === "approved";
  return isOpen && member !== undefined && member.ownerKind !== "organisation";
}

/**
 * Returns an application as its applicant sees it, by its secret.
 * @throws ServiceError `notFound`
 */
export async function getStanding({ db, clock }: Context, { secret }: HeldApplication): Promise<HeldStanding> {
  const row = await rowHeldBy(db, secret);
  const [member] =
    row.did === null
      ? []
      : await db.select({ ownerKind: agents.ownerKind }).from(agents).where(eq(agents.did, row.did));
  const { email, purpose } = row;
  return { ...viewStanding(row), email, purpose, lapsed: hasLapsed(row, clock()), hands_over: handsOver(row, member) };
}

/** What anyone may know of a DID before they apply for it. */
export async function describeDid({ db }: Context, { did }: { did: string }): Promise<DidStanding> {
  const [row] = await db.select({ ownerKind: agents.ownerKind }).from(agents).where(eq(agents.did, did));
  if (!row) return "free";
  return row.ownerKind === "organisation" ? "of an organisation" : "in directory";
}
