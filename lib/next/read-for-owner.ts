import type { Context } from "@/lib/authority/context";
import type { Session } from "@/lib/features/access/schema";
import type { PageRead } from "@/lib/portal/read-for-page";
import { readSignedIn } from "./read-signed-in";

/** Reads the data of a page of /owner as the signed-in agent or organisation. */
export function readForOwner<T>(
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/owner${string}`,
): Promise<PageRead<T>> {
  return readSignedIn("owner", read, route);
}
