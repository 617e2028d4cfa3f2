import { desc, eq, gte, isNull, or } from "drizzle-orm";
import { type Context, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { statusDays, statusNow, statusOutages } from "@/lib/database/schema/system";
import { listFreezeActs, listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { frozenSpans } from "@/lib/features/incidents/rules/calendar";
import { countOpenIncidents, findNewestCritical, listStatusIncidents } from "@/lib/features/incidents/service/browse";
import { utcDay } from "@/lib/features/trust/rules";
import { reasonOf } from "@/lib/foundation/reason";
import { Component } from "../component";
import { maintainedAt } from "../maintenance/rules";
import { listMaintenances, listOpenMaintenances } from "../maintenance/service";
import { type LatencyCount, latencyOf } from "../rules/latencies";
import {
  availabilityOf,
  COMPONENTS,
  coverageOf,
  drawnDays,
  fillDays,
  isStale,
  noticesOf,
  retentionStart,
} from "../rules/status";
import type { LastCheck, ServiceStatus, ServiceSummary, StatusComponent, StatusDay, StatusOutage } from "../schema";
import { type ComponentCheck, checkComponents, isSetUp } from "./components";
import { readLatencies } from "./latencies";

/** Maximum incidents and outages in the status. */
const MOST = 50;

type StoredCheck = LastCheck & { since: string };

/** Returns whether this build checks a component. Those that only newer or older builds check are left out. */
const isChecked = (component: string): component is Component => Component.safeParse(component).success;

async function readLastCheck({ db }: Context): Promise<StoredCheck | null> {
  const [row] = await db.select().from(statusNow).where(eq(statusNow.only, true));
  if (!row) return null;
  const failing = row.failing.flatMap(({ component, message }) =>
    isChecked(component) ? [{ component, message }] : [],
  );
  return { since: row.since.toISOString(), checked_at: row.checkedAt.toISOString(), failing };
}

export async function readServiceSummary(ctx: Context): Promise<ServiceSummary> {
  const [freezes, critical, open, check, maintenances] = await Promise.all([
    listFreezes(ctx),
    findNewestCritical(ctx),
    countOpenIncidents(ctx),
    readLastCheck(ctx),
    listOpenMaintenances(ctx, ctx.clock()),
  ]);
  return { freezes, critical, open, check, maintenances };
}

/** Returns the outages that ended after a time or have not ended, newest first. */
export async function listOutages({ db }: Context, since: Date): Promise<StatusOutage[]> {
  const rows = await db
    .select()
    .from(statusOutages)
    .where(or(isNull(statusOutages.endedAt), gte(statusOutages.endedAt, since)))
    .orderBy(desc(statusOutages.startedAt), desc(statusOutages.id))
    .limit(MOST);
  return rows.flatMap(({ id, component, startedAt, endedAt, failed, message }) =>
    isChecked(component)
      ? [
          {
            id,
            component,
            failed,
            message,
            started_at: startedAt.toISOString(),
            ended_at: endedAt?.toISOString() ?? null,
          },
        ]
      : [],
  );
}

/** Returns a component's status by the last check, and its history. @param check null if it is too old */
function viewComponent(
  name: Component,
  check: Pick<LastCheck, "failing"> | null,
  days: StatusDay[],
  latencies: readonly LatencyCount[],
): StatusComponent {
  const { title, required, measures } = COMPONENTS[name];
  const failing = check?.failing.find(({ component }) => component === name);
  return {
    name,
    title,
    required,
    state: isSetUp(name) ? (check === null ? "no_data" : failing ? "failing" : "operational") : "not_set_up",
    measures,
    message: failing?.message ?? null,
    availability: availabilityOf(days),
    latency: latencyOf(name, latencies),
    days,
  };
}

/** Returns how many checks were made on each day. */
function mostChecks(rows: readonly StatusDay[]): StatusDay[] {
  const made = new Map<string, StatusDay>();
  for (const row of rows) if (row.checks > (made.get(row.day)?.checks ?? 0)) made.set(row.day, row);
  return [...made.values()];
}

async function readStatus(ctx: Context): Promise<ServiceStatus> {
  const now = ctx.clock();
  const since = retentionStart(now);
  const [freezes, critical, open, check, rows, acts, incidents, outages, latencies, maintenance] = await Promise.all([
    listFreezes(ctx),
    findNewestCritical(ctx),
    countOpenIncidents(ctx),
    readLastCheck(ctx),
    ctx.db
      .select()
      .from(statusDays)
      .where(gte(statusDays.day, utcDay(since))),
    listFreezeActs(ctx),
    listStatusIncidents(ctx, { since, limit: MOST }),
    listOutages(ctx, since),
    readLatencies(ctx, utcDay(since)),
    listMaintenances(ctx, since),
  ]);
  const present = check === null || isStale(new Date(check.checked_at), now) ? null : check;
  const maintained = maintainedAt(maintenance, now);
  const components = Component.options.map((name) => {
    const own = rows.filter(({ component }) => component === name);
    const component = viewComponent(name, present, fillDays(own, utcDay(now)), latencies);
    return component.state === "failing" && maintained.has(name)
      ? { ...component, state: "maintenance" as const }
      : component;
  });
  // A check covers every component that its build knows, so the most checks of any one are those that were made.
  const days = fillDays(mostChecks(rows), utcDay(now));
  return {
    notices: noticesOf({ freezes, critical, open, check, maintenances: maintenance }, now),
    checked_at: check?.checked_at ?? null,
    since: check?.since ?? null,
    coverage: check && coverageOf(drawnDays(days, { since: check.since, generated_at: now.toISOString() })),
    components,
    maintenance,
    freezes,
    frozen_times: frozenSpans(acts, since),
    incidents,
    outages,
    generated_at: now.toISOString(),
  };
}

let running: Promise<ComponentCheck[]> | undefined;

/** Returns the status that this instance can determine alone. Concurrent callers share one check. */
async function tryStatus(ctx: Context): Promise<ServiceStatus> {
  running ??= checkComponents(ctx).finally(() => {
    running = undefined;
  });
  const checks = await running;
  const generated_at = ctx.clock().toISOString();
  const failing = checks.filter(({ ok }) => !ok).map(({ name, message = "" }) => ({ component: name, message }));
  const check = { checked_at: generated_at, failing };
  return {
    notices: noticesOf(
      { freezes: [], critical: null, open: { count: 0, newest: null }, check, maintenances: [] },
      ctx.clock(),
    ),
    checked_at: generated_at,
    since: null,
    coverage: null,
    components: Component.options.map((name) => viewComponent(name, check, [], [])),
    maintenance: [],
    freezes: [],
    frozen_times: [],
    incidents: [],
    outages: [],
    generated_at,
    db_error: true,
  };
}

/**
 * Returns the present and past status: from the stored checks or, if the database does not respond, from checks that
 * this instance has just made. The latter must not be cached for other callers.
 */
export async function getServiceStatus(ctx: Context): Promise<ServiceStatus> {
  try {
    return await readStatus(ctx);
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "status_unreadable", error: reasonOf(error) });
    requestScope().isPartial = true;
    return tryStatus(ctx);
  }
}
