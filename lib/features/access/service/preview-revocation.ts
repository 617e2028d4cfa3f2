import { and, eq, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { credentials, sessions } from "@/lib/database/schema/access";
import { foundRow, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { authorize, credentialOf } from "@/lib/identity/permissions";
import type { RevocationEffect } from "../schema";
import { isUnexpired } from "./sessions";
import { chainOf } from "./successors";

/** Counts what ends if a credential is revoked now, and what its owner keeps. @throws ServiceError `notFound` */
export async function previewRevocation(
  { db, caller, clock }: Context,
  { id }: { id: string },
): Promise<RevocationEffect> {
  authorize(caller, "credential.read");
  if (!isUuid(id)) throw notFound();
  const row = foundRow(await db.select().from(credentials).where(eq(credentials.id, id)));
  const isEnded = sql`${credentials.id} in ${chainOf(id, credentialOf(caller))}`;
  const isOwners =
    row.operator !== null
      ? eq(credentials.operator, row.operator)
      : row.did !== null
        ? eq(credentials.did, row.did)
        : and(eq(credentials.kind, row.kind), eq(credentials.organisation, row.organisation ?? ""));
  const isActive = isActiveCredential(clock());
  const [open, ended, kept] = await Promise.all([
    db.$count(
      db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(credentials, eq(credentials.tokenHash, sessions.tokenHash))
        .where(and(isUnexpired(clock()), isActive, isEnded))
        .as("open"),
    ),
    db.$count(credentials, and(isEnded, isActive, sql`${credentials.id} <> ${id}`)),
    db.$count(credentials, and(isOwners, isActive, sql`not ${isEnded}`)),
  ]);
  return { sessions: open, successors: ended, kept };
}
