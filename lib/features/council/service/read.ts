import { and, count, desc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { agentCounts } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { auditRecord } from "@/lib/features/disputes/rules";
import { disputeStateOf, readDisputes } from "@/lib/features/disputes/service/read";
import { found } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { fitPage } from "@/lib/http/page-bytes";
import { COUNCIL_DID } from "@/lib/identity/did";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import type {
  Audit,
  AuditFilters,
  AuditList,
  AuditParams,
  AuditQuery,
  AuditWithReplies,
  CouncilStatus,
} from "../schema";
import { viewAudit } from "../view";

/** The module's own name in the federation. */

/** DIDs and names of actors are printable ASCII. PostgreSQL rejects a comparison with text that it cannot store. */
const NAME = /^[\x21-\x7e]*$/;

function matching({ did, auditor, verdict }: AuditFilters) {
  if (!NAME.test(did ?? "") || !NAME.test(auditor ?? "")) return sql`false`;
  return and(
    did ? eq(audits.did, did) : undefined,
    auditor ? eq(audits.auditor, auditor) : undefined,
    verdict ? eq(audits.verdict, verdict) : undefined,
  );
}

/** The data of an audit: its row, whether it is disputed, and the salt of its entry in the council's log. */
const salted = {
  ...getTableColumns(audits),
  dispute: disputeStateOf(sql`'audit:' || audits.id`).as("dispute"),
  salt: sql<
    string | null
  >`(select encode(p.salt, 'hex') from ledger_payloads p where p.log = ${COUNCIL_LOG} and p.seq = audits.seq)`.as(
    "salt",
  ),
};

/** Lists the recorded audits, newest first, filtered and paged. */
export async function listAudits(ctx: Context, { limit, offset, ...filters }: AuditQuery): Promise<AuditList> {
  const where = matching(filters);
  const totals = ctx.db
    .select({ total: count().as("total") })
    .from(audits)
    .where(where)
    .as("totals");
  const newest = [desc(audits.createdAt), audits.id];
  const page = ctx.db
    .select(salted)
    .from(audits)
    .where(where)
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
    .as("page");
  const rows = await ctx.db.select().from(totals).leftJoin(page, sql`true`).orderBy(desc(page.createdAt), page.id);
  const found = rows.flatMap((row) => (row.page === null ? [] : [viewAudit(row.page)]));
  const fitting = fitPage(found, limit);
  return {
    audits: [...fitting.rows],
    total: rows[0]?.totals.total ?? 0,
    limit: fitting.limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}

/** Returns the audit with this id, if there is one. */
export async function findAudit({ db }: { db: Reader }, id: string): Promise<Audit | null> {
  if (!isUuid(id)) return null;
  const [row] = await db.select(salted).from(audits).where(eq(audits.id, id));
  return row ? viewAudit(row) : null;
}

/** Returns one audit with the replies to it. @throws ServiceError `notFound` */
export async function getAudit(ctx: { db: Reader }, { id }: AuditParams): Promise<AuditWithReplies> {
  const audit = found(await findAudit(ctx, id));
  return { ...audit, disputes: await readDisputes(ctx.db, auditRecord(audit.id)) };
}

/** Returns the module's totals, in one statement. */
export async function getCouncilStatus({ db }: Context): Promise<CouncilStatus> {
  const verified = db
    .select({ agents: sql<number>`coalesce(sum(${agentCounts.agents}), 0)`.mapWith(Number).as("agents") })
    .from(agentCounts)
    .where(and(eq(agentCounts.status, "active"), ne(agentCounts.trustTier, "T0")))
    .as("verified");
  const recorded = db
    .select({
      total: count().as("total"),
      completed: sql<number>`count(*) filter (where ${audits.verdict} <> 'pending')`.mapWith(Number).as("completed"),
    })
    .from(audits)
    .as("recorded");
  const [row] = await db.select().from(recorded).innerJoin(verified, sql`true`);
  return {
    module: "council",
    did: COUNCIL_DID,
    status: "active",
    stats: {
      total_audits: row?.recorded.total ?? 0,
      completed_audits: row?.recorded.completed ?? 0,
      verified_agents: row?.verified.agents ?? 0,
    },
  };
}
