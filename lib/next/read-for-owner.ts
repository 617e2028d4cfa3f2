import type { Session } from "@/lib/access/schema";
import type { PageRead } from "@/lib/api/read-for-page";
import type { Context } from "@/lib/context";
import { readSignedIn } from "./read-signed-in";

/** Reads the data of a page of /owner as the signed-in agent or organisation. */
export function readForOwner<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/owner${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("owner", read, route);
}
