import type { Context } from "@/lib/authority/context";
import type { Session } from "@/lib/features/access/schema";
import { actsAsOperator, type PermissionName } from "@/lib/identity/permissions";
import { baseContext, type PageRead } from "@/lib/portal/read-for-page";
import { readSignedIn, sessionOfPage } from "./read-signed-in";
import { currentSession } from "./session";

/** Reads the data of a console page as the signed-in operator. */
export function readForConsole<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/console${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("console", read, route);
}

/**
 * Reads data again for an open page that asks by itself, as the signed-in operator. It does not keep the session open.
 * @returns null if there is no session
 */
export async function readInBackground<T>(read: (ctx: Context) => Promise<T>): Promise<T | null> {
  const base = baseContext();
  const session = await currentSession(base, "console", false);
  return session === null ? null : read({ ...base, caller: session.caller });
}

/** Returns whether the role of the signed-in operator allows it. */
export async function isPermittedInConsole(name: PermissionName): Promise<boolean> {
  const session = await sessionOfPage("console");
  return session !== null && actsAsOperator(session.caller, name);
}
