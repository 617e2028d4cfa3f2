import { and, eq, inArray, or } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { type A2aTaskRow, a2aTasks } from "@/lib/database/schema/a2a-door";
import { ServiceError } from "@/lib/foundation/errors";
import { actorName, type Caller } from "@/lib/identity/permissions";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The DID of a door's member; null: this service's own door. */
export type Door = string | null;

export const taskNotFound = () => new ServiceError("taskNotFound", "No task of this caller has this id.");

/**
 * Finds a task that the caller may see: its own, or one of a guest, whose id is secret.
 * @throws ServiceError `taskNotFound`
 */
export async function findTask(db: Reader, caller: Caller, door: Door, id: string): Promise<A2aTaskRow> {
  if (!UUID.test(id)) throw taskNotFound();
  const isVisible = or(inArray(a2aTasks.owner, await storedNames(db, actorName(caller))), eq(a2aTasks.isGuest, true));
  const isHere = door === null ? undefined : eq(a2aTasks.member, door);
  const [row] = await db
    .select()
    .from(a2aTasks)
    .where(and(eq(a2aTasks.id, id.toLowerCase()), isVisible, isHere));
  if (!row) throw taskNotFound();
  return row;
}

/** Reads a known task again. @throws ServiceError `taskNotFound` */
export async function rereadTask({ db }: Pick<Context, "db">, id: string): Promise<A2aTaskRow> {
  const [row] = await db.select().from(a2aTasks).where(eq(a2aTasks.id, id));
  if (!row) throw taskNotFound();
  return row;
}
