import type { Session } from "@/lib/access/schema";
import type { PageRead } from "@/lib/api/read-for-page";
import type { Context } from "@/lib/context";
import { readSignedIn } from "./read-signed-in";

/** Reads the data of a console page as the signed-in operator. */
export function readForConsole<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/console${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("console", read, route);
}
