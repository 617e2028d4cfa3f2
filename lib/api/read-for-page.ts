import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { ServiceError } from "@/lib/errors";
import { log } from "@/lib/log";
import { noticesOf } from "@/lib/system/rules/status";
import type { ServiceStanding, StatusNotice } from "@/lib/system/schema";
import { readServiceStanding } from "@/lib/system/service/status";

/** What a page got: its value, or the id under which the log says why there is none. */
export type PageRead<T> = { ok: true; value: T } | { ok: false; requestId: string };

/**
 * Reads what a public page shows. Where the database does not answer, the page says so itself, with status 503, and is
 * no error: everything else it can show still stands.
 * @param route the page's template, for the log and the metrics
 */
export async function readForPage<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  return deciding(await readAnonymously(read, route));
}

async function readAnonymously<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  return readAs((base) => read({ ...base, caller: { kind: "anonymous" } }), route);
}

/** Has a page's own read decide its status. */
function deciding<T>(read: PageRead<T>): PageRead<T> {
  if (!read.ok) requestScope().status = 503;
  return read;
}

/** Reads what a page shows to a caller that `read` finds itself. */
export async function readForCaller<T>(
  read: (base: Omit<Context, "caller">) => Promise<T>,
  route?: `/${string}`,
): Promise<PageRead<T>> {
  return deciding(await readAs(read, route));
}

/** Returns what a verb may reach, but for its caller. */
export function baseContext(): Omit<Context, "caller"> {
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
    scope.event["error"] = String(error);
    scope.isPartial = true;
    return { ok: false, requestId: scope.requestId };
  }
}

/** What the frame of every page shows. */
export interface Frame {
  /** The page's. */
  path: string;
  /** How the service does; null where that cannot be read. A page that shows everything but that is no failure. */
  standing: ServiceStanding | null;
  /** What there is to say of that. */
  notices: readonly StatusNotice[] | null;
}

export async function readFrame(): Promise<Frame> {
  const read = await readAnonymously(async (ctx) => {
    const standing = await readServiceStanding(ctx);
    return { standing, notices: noticesOf(standing, ctx.clock()) };
  });
  return { path: requestPath(), ...(read.ok ? read.value : { standing: null, notices: null }) };
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
    if (error instanceof ServiceError && error.kind === "notFound") return null;
    throw error;
  }
}

/** Sets the status of the page under way: Next renders a page that says "not found" as a success, or not at all without JavaScript. */
export function setPageStatus(status: 404): void {
  requestScope().status = status;
}
