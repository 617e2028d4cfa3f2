import type { Session } from "@/lib/access/schema";
import type { PageRead } from "@/lib/api/read-for-page";
import type { Context } from "@/lib/context";
import { readSignedIn } from "./read-signed-in";

/** Reads what a page of the console shows, as the operator who is signed in. */
export function readForConsole<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/console${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("console", read, route);
}
