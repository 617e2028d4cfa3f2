import type { Context } from "@/lib/authority/context";
import type { Session } from "@/lib/features/access/schema";
import type { PageRead } from "@/lib/portal/read-for-page";
import { readSignedIn } from "./read-signed-in";

/** Reads the data of a console page as the signed-in operator. */
export function readForConsole<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/console${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("console", read, route);
}
