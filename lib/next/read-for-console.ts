import { redirect } from "next/navigation";
import { cache } from "react";
import type { ConsoleSession } from "@/lib/access/schema";
import { baseContext, type PageRead, readForCaller } from "@/lib/api/read-for-page";
import { type Context, requestScope } from "@/lib/context";
import { currentSession, signInAddress } from "./console-session";

// A page and its layout ask for one session.
const sessionOfPage = cache(() => currentSession(baseContext()));

/**
 * Reads what a page of the console shows, as the operator who is signed in. Who is not, or no longer, is sent to sign in
 * and then back.
 */
export async function readForConsole<T>(
  read: (ctx: Context, session: ConsoleSession) => Promise<T>,
  route?: `/console${string}`,
): Promise<PageRead<T>> {
  return readForCaller(async (base) => {
    const signedIn = await sessionOfPage();
    if (signedIn === null) redirect(signInAddress(requestScope().path));
    const { caller, ...session } = signedIn;
    return read({ ...base, caller }, session);
  }, route);
}
