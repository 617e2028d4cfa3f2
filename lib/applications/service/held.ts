import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { hashToken } from "@/lib/access/rules";
import type { Context } from "@/lib/context";
import type { Reader } from "@/lib/db/open";
import { type ApplicationRow, applications } from "@/lib/db/schema/applications";
import { notFound } from "@/lib/errors";
import { ApplicationSecret, type ApplicationStanding, type HeldApplication } from "../schema";
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

/**
 * Where an application stands, for whoever holds its secret.
 * @throws ServiceError `notFound`
 */
export async function getStanding({ db }: Context, { secret }: HeldApplication): Promise<ApplicationStanding> {
  return viewStanding(await rowHeldBy(db, secret));
}
