import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { log } from "@/lib/log";

/** What a page got: its value, or the id under which the log says why there is none. */
export type PageRead<T> = { ok: true; value: T } | { ok: false; requestId: string };

/**
 * Reads what a public page shows. Where the database does not answer, the page says so itself, with status 503, and is
 * no error: everything else it can show still stands.
 * @param route the page's template, for the log and the metrics
 */
export async function readForPage<T>(read: (ctx: Context) => Promise<T>, route?: `/${string}`): Promise<PageRead<T>> {
  const scope = requestScope();
  if (route) scope.event["route"] = route;
  try {
    const ctx = { db: openDatabase(), caller: { kind: "anonymous" }, clock: () => new Date(), log: log() } as const;
    return { ok: true, value: await read(ctx) };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    scope.status = 503;
    scope.event["error"] = String(error);
    return { ok: false, requestId: scope.requestId };
  }
}

/** Sets the status of the page under way: Next renders a page that says "not found" as a success, or not at all without JavaScript. */
export function setPageStatus(status: 404): void {
  requestScope().status = status;
}
