import { and, desc, eq, gte, lt, lte } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { listVersions } from "@/lib/features/agents/service/versions";
import type { AgentVersion } from "@/lib/features/agents/version-schema";
import type { Audit } from "@/lib/features/council/schema";
import { listAudits } from "@/lib/features/council/service/read";
import { auditRecord } from "@/lib/features/disputes/rules";
import type { Dispute } from "@/lib/features/disputes/schema";
import { readDisputesOf } from "@/lib/features/disputes/service/read";
import type { Incident } from "@/lib/features/incidents/schema";
import { getIncident } from "@/lib/features/incidents/service/read";
import type { TrustChange } from "@/lib/features/trust/schema";
import { listTrustHistory } from "@/lib/features/trust/service/history";
import { Cursor } from "@/lib/http/filter";
import type { Period } from "../rules";

/** Each statement reads at most so many records, so none takes long, and no transaction lasts as long as a download. */
const CHUNK = 100;

interface Asked {
  did: string;
  period: Period;
}

const isWithin = ({ from, to }: Period, at: string) => at >= from.toISOString() && at <= to.toISOString();
const isBefore = ({ from }: Period, at: string) => at < from.toISOString();

/** Reads the versions of a record in a period, newest first. */
export async function* readVersions(ctx: Context, { did, period }: Asked): AsyncGenerator<AgentVersion> {
  let cursor: number | null | undefined = null;
  while (cursor !== undefined) {
    const page = await listVersions(ctx, { did, limit: CHUNK, cursor });
    for (const version of page.versions) {
      if (isBefore(period, version.at)) return;
      if (isWithin(period, version.at)) yield version;
    }
    cursor = Cursor.parse(page.next_cursor);
  }
}

/** Reads the changes of an agent's standing in a period, newest first. */
export async function* readHistory(ctx: Context, { did, period }: Asked): AsyncGenerator<TrustChange> {
  for (let offset = 0; ; offset += CHUNK) {
    const { changes } = await listTrustHistory(ctx, { did, limit: CHUNK, offset });
    for (const change of changes) {
      if (isBefore(period, change.at)) return;
      if (isWithin(period, change.at)) yield change;
    }
    if (changes.length < CHUNK) return;
  }
}

/** Reads the audits of an agent in a period, newest first, each with the reply to it. */
export async function* readAudits(
  ctx: Context,
  { did, period }: Asked,
): AsyncGenerator<{ audit: Audit; dispute: Dispute | undefined }> {
  // A new audit moves the others to later pages. None is missed then, but one can be read twice.
  const seen = new Set<string>();
  for (let offset = 0; ; ) {
    const { audits, total } = await listAudits(ctx, {
      ...{ did, auditor: undefined, verdict: undefined },
      ...{ limit: CHUNK, offset },
    });
    const disputes = await readDisputesOf(
      ctx.db,
      audits.map(({ id }) => auditRecord(id)),
    );
    for (const audit of audits) {
      if (isBefore(period, audit.created_at)) return;
      if (seen.has(audit.id) || !isWithin(period, audit.created_at)) continue;
      seen.add(audit.id);
      yield { audit, dispute: disputes.get(auditRecord(audit.id))?.find((one) => one.did === did) };
    }
    offset += audits.length;
    if (audits.length === 0 || offset >= total) return;
  }
}

/** Reads the incidents that name an agent and were open or changed in a period, newest first. */
export async function* readIncidents(ctx: Context, { did, period }: Asked): AsyncGenerator<Incident> {
  let before: number | undefined;
  for (;;) {
    const rows: { id: number }[] = await ctx.db
      .select({ id: incidents.id })
      .from(incidentAgents)
      .innerJoin(incidents, eq(incidents.id, incidentAgents.incidentId))
      .where(
        and(
          eq(incidentAgents.did, did),
          lte(incidents.createdAt, period.to),
          gte(incidents.updatedAt, period.from),
          before === undefined ? undefined : lt(incidents.id, before),
        ),
      )
      .orderBy(desc(incidents.id))
      .limit(CHUNK);
    for (const { id } of rows) yield getIncident(ctx, { id: String(id) });
    before = rows.at(-1)?.id;
    if (rows.length < CHUNK) return;
  }
}
