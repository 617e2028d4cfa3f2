import type { Component } from "../component";
import type { Maintenance } from "./schema";

/** From so long before its start on, every page mentions a maintenance. */
const MENTIONED_MILLISECONDS = 7 * 86_400_000;

/** Returns when a maintenance ends, or ended. If it was cancelled before its start, it never began. */
export function endOf({ ends_at, cancelled }: Pick<Maintenance, "ends_at" | "cancelled">): number {
  return Math.min(Date.parse(ends_at), cancelled ? Date.parse(cancelled.at) : Number.POSITIVE_INFINITY);
}

export const isUnderWay = (maintenance: Maintenance, now: Date): boolean =>
  Date.parse(maintenance.starts_at) <= now.getTime() && now.getTime() < endOf(maintenance);

export const isAhead = ({ starts_at, cancelled }: Maintenance, now: Date): boolean =>
  cancelled === undefined && now.getTime() < Date.parse(starts_at);

/** Returns whether every page mentions a maintenance that is ahead. */
export const isNear = (maintenance: Maintenance, now: Date): boolean =>
  isAhead(maintenance, now) && Date.parse(maintenance.starts_at) - now.getTime() <= MENTIONED_MILLISECONDS;

/** Returns the components whose maintenance is under way. Their failures are counted apart. */
export const maintainedAt = (maintenances: readonly Maintenance[], now: Date): Set<Component> =>
  new Set(maintenances.filter((each) => isUnderWay(each, now)).flatMap(({ components }) => components));
