import { redirect } from "next/navigation";
import { cache } from "react";
import { type Context, requestScope } from "@/lib/authority/context";
import type { Session } from "@/lib/features/access/schema";
import type { SessionArea } from "@/lib/identity/session-area";
import { baseContext, type PageRead, readForCaller } from "@/lib/portal/read-for-page";
import { currentSession, signInAddress } from "./session";

// A page and its layout need the same session.
export const sessionOfPage = cache((area: SessionArea) => currentSession(baseContext(), area));

/**
 * Reads the data of a page as the signed-in caller. A caller without a session is sent to sign in and then back.
 * @param route the page's template
 */
export async function readSignedIn<T>(
  area: SessionArea,
  read: (ctx: Context, session: Session) => Promise<T>,
  route?: `/${string}`,
): Promise<PageRead<T>> {
  return readForCaller(async (base) => {
    const signedIn = await sessionOfPage(area);
    if (signedIn === null) redirect(signInAddress(area, requestScope().path));
    const { caller, ...session } = signedIn;
    return read({ ...base, caller }, session);
  }, route);
}
