import { type Context, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { openDatabase } from "@/lib/database/open";
import { noticesOf } from "@/lib/features/status/rules/status";
import type { ServiceSummary, StatusNotice } from "@/lib/features/status/schema";
import { readServiceSummary } from "@/lib/features/status/service/status";
import { ServiceError } from "@/lib/foundation/errors";
import { log } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";

/** The result of a page's read: its value, or the id under which the failure is logged. */
export type PageRead<T> = { ok: true; value: T } | { ok: false; requestId: string };

/**
 * Reads the data of a public page. If the database does not respond, the page still renders with status 503 and shows
 * everything else.
 * @param route the page's template, for the log and the metrics
 */
export async function readForPage<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  return deciding(await readAnonymously(read, route));
}

async function readAnonymously<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  return readAs((base) => read({ ...base, caller: { kind: "anonymous" } }), route);
}

/** Sets the page's status from the result of its read. */
function deciding<T>(read: PageRead<T>): PageRead<T> {
  if (!read.ok) requestScope().status = 503;
  return read;
}

/** Reads the data of a page for a caller that `read` determines. */
export async function readForCaller<T>(
  read: (base: Omit<Context, "caller">) => Promise<T>,
  route?: `/${string}`,
): Promise<PageRead<T>> {
  return deciding(await readAs(read, route));
}

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
      // Next shows a page an error's digest, and generates one if there is none. Redirects already have one.
      if (error instanceof Error && !("digest" in error)) Object.assign(error, { digest: scope.requestId });
      throw error;
    }
    scope.event["error"] = reasonOf(error);
    scope.isPartial = true;
    return { ok: false, requestId: scope.requestId };
  }
}

export interface FrameContent {
  /** The title of the page. */
  path: string;
  /** The service's status; null if it cannot be read. A page that shows everything else is not a failure. */
  summary: ServiceSummary | null;
  notices: readonly StatusNotice[] | null;
}

export async function readFrame(): Promise<FrameContent> {
  const read = await readAnonymously(async (ctx) => {
    const summary = await readServiceSummary(ctx);
    return { summary, notices: noticesOf(summary, ctx.clock()) };
  });
  return { path: requestPath(), ...(read.ok ? read.value : { summary: null, notices: null }) };
}

/** The path of the requested page, without its query. */
export const requestPath = (): string => requestScope().path?.split("?", 1)[0] ?? "";

/** Sets the template of a page that reads nothing, for the log and the metrics. */
export function nameRoute(route: `/${string}`): void {
  requestScope().event["route"] = route;
}

/** Returns the result of a read, or null if it is not found. The page then shows that. */
export async function foundOrNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "notFound") return null;
    throw error;
  }
}

/**
 * Sets the status of the present page. Next renders a "not found" page as a success, or not at all without JavaScript.
 */
export function setPageStatus(status: 404): void {
  requestScope().status = status;
}
