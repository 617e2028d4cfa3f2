import { type Context, requestScope } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { log } from "@/lib/log";

/** The context in which a public page calls verbs. @param route what the request's log event calls the page */
export function pageContext(route: string): Context {
  requestScope().event["route"] = route;
  return { db: openDatabase(), caller: { kind: "anonymous" }, clock: () => new Date(), log: log() };
}
