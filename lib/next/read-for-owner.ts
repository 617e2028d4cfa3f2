import type { Session } from "@/lib/access/schema";
import type { PageRead } from "@/lib/api/read-for-page";
import type { Context } from "@/lib/context";
import { readSignedIn } from "./read-signed-in";

/** Reads what a page of /owner shows, as the agent or organisation that is signed in. */
export function readForOwner<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/owner${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("owner", read, route);
}
