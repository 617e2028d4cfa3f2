import { redirect } from "next/navigation";
import { cache } from "react";
import type { ConsoleSession } from "@/lib/access/schema";
import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { isServiceError } from "@/lib/errors";
import type { ServiceStanding } from "@/lib/incidents/schema";
import { readServiceStanding } from "@/lib/incidents/service/browse";
import { log } from "@/lib/log";
import { currentSession, signInAddress } from "./console-session";

/** What a page got: its value, or the id under which the log says why there is none. */
export type PageRead<T> = { ok: true; value: T } | { ok: false; requestId: string };

/**
 * Reads what a public page shows. Where the database does not answer, the page says so itself, with status 503, and is
 * no error: everything else it can show still stands.
 * @param route the page's template, for the log and the metrics
 */
export async function readForPage<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  return readAs(async (base) => read({ ...base, caller: { kind: "anonymous" } }), route);
}

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
  return readAs(async (base) => {
    const signedIn = await sessionOfPage();
    if (signedIn === null) redirect(signInAddress(requestScope().path));
    const { caller, ...session } = signedIn;
    return read({ ...base, caller }, session);
  }, route);
}

function baseContext(): Omit<Context, "caller"> {
  return { db: openDatabase(), clock: () => new Date(), log: log() };
}

async function readAs<T>(
  read: (base: Omit<Context, "caller">) => Promise<T>,
  route: string | undefined,
): Promise<PageRead<T>> {
  const scope = requestScope();
  if (route) scope.event["route"] = route;
  try {
    return { ok: true, value: await read(baseContext()) };
  } catch (error) {
    if (!isDatabaseError(error)) {
      // Next shows a page its error's digest, and makes one up where there is none; redirects have one already.
      if (error instanceof Error && !("digest" in error)) Object.assign(error, { digest: scope.requestId });
      throw error;
    }
    scope.status = 503;
    scope.event["error"] = String(error);
    return { ok: false, requestId: scope.requestId };
  }
}

/** What the frame of every page shows: where it stands, and how the service does, `null` where that cannot be read. */
export async function readFrame(): Promise<{ path: string; standing: ServiceStanding | null }> {
  const standing = await readForPage(readServiceStanding);
  return { path: requestPath(), standing: standing.ok ? standing.value : null };
}

/** The path that the page was asked for, without its query. */
export const requestPath = (): string => requestScope().path?.split("?", 1)[0] ?? "";

/** Names the template of a page that reads nothing, for the log and the metrics. */
export function nameRoute(route: `/${string}`): void {
  requestScope().event["route"] = route;
}

/** What is read, or null where there is no such thing: a page then says so itself. */
export async function foundOrNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound") return null;
    throw error;
  }
}

/** Sets the status of the page under way: Next renders a page that says "not found" as a success, or not at all without JavaScript. */
export function setPageStatus(status: 404): void {
  requestScope().status = status;
}
