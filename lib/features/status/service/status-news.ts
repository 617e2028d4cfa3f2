import { and, desc, eq, gte, isNotNull } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { listFreezeActs } from "@/lib/features/council/freezes/service/freezes";
import { listMaintenances } from "../maintenance/service";
import { retentionStart } from "../rules/status";
import type { StatusNews } from "../schema";
import { listOutages } from "./status";

/** Maximum entries of the feeds. */
const RECENT = 100;
/** An outage with fewer failed checks is shown on the page, but is not in the feeds. */
const MIN_FAILURES = 2;

/** Returns the newest steps of confirmed incidents, freezes, outages and planned maintenance, newest first. */
export async function listStatusNews(ctx: Context): Promise<StatusNews[]> {
  const since = retentionStart(ctx.clock());
  const [steps, acts, outages, maintenances] = await Promise.all([
    ctx.db
      .select({
        seq: incidentEvents.seq,
        kind: incidentEvents.kind,
        actor: incidentEvents.actor,
        note: incidentEvents.note,
        at: incidentEvents.at,
        id: incidents.id,
        title: incidents.title,
        severity: incidents.severity,
        description: incidents.description,
      })
      .from(incidentEvents)
      .innerJoin(incidents, eq(incidents.id, incidentEvents.incidentId))
      .where(and(isNotNull(incidents.confirmedAt), gte(incidentEvents.at, since)))
      .orderBy(desc(incidentEvents.seq))
      .limit(RECENT),
    listFreezeActs(ctx),
    listOutages(ctx, since),
    listMaintenances(ctx, since),
  ]);
  const published = outages.filter(({ failed }) => failed >= MIN_FAILURES);
  const news: StatusNews[] = [
    ...steps.map(({ at, ...step }): StatusNews => ({ about: "incident", at: at.toISOString(), ...step })),
    ...acts
      .filter(({ at }) => at >= since)
      .map(({ at, ...act }): StatusNews => ({ about: "freeze", at: at.toISOString(), ...act })),
    ...published.map((outage): StatusNews => ({ about: "outage", at: outage.started_at, ended: false, outage })),
    ...published.flatMap((outage): StatusNews[] =>
      outage.ended_at === null ? [] : [{ about: "outage", at: outage.ended_at, ended: true, outage }],
    ),
    ...maintenances.map(
      (maintenance): StatusNews => ({
        about: "maintenance",
        at: maintenance.cancelled?.at ?? maintenance.announced_at,
        maintenance,
      }),
    ),
  ];
  return news.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, RECENT);
}
