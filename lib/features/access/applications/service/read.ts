import { and, count, desc, eq, ilike, ne, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { type ApplicationRow, applications } from "@/lib/database/schema/applications";
import { recordReadings } from "@/lib/features/access/service/readings";
import { notFound } from "@/lib/foundation/errors";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { isUuid } from "@/lib/foundation/text/uuid";
import { authorize } from "@/lib/identity/permissions";
import type { Application, ApplicationBackground, ApplicationList, ApplicationQuery } from "../schema";
import { viewApplication } from "../view/application";
import { doesClaimTakeOver, hasApprovalExpired } from "./by-secret";
import { readHoldings } from "./holdings";

const RELATED_ROWS = 10;

function matching({ status, q = "" }: ApplicationQuery) {
  if (matchesNothing(q)) return sql`false`;
  const contains = (column: Parameters<typeof ilike>[0]) => ilike(column, containsPattern(q));
  return and(
    status && eq(applications.status, status),
    q === ""
      ? undefined
      : or(contains(applications.did), contains(applications.organisation), contains(applications.email)),
  );
}

/** Lists the applications: pending ones first, oldest first, then the others, newest first. */
export async function listApplications(ctx: Context, query: ApplicationQuery): Promise<ApplicationList> {
  authorize(ctx.caller, "application.read");
  const { limit, offset } = query;
  const where = matching(query);
  const [rows, total, counts] = await Promise.all([
    ctx.db
      .select()
      .from(applications)
      .where(where)
      .orderBy(
        sql`${applications.status} = 'pending' desc`,
        sql`case ${applications.status} when 'pending' then ${applications.createdAt} end`,
        desc(applications.createdAt),
        applications.id,
      )
      .limit(limit)
      .offset(offset),
    ctx.db.$count(applications, where),
    ctx.db
      .select({ status: applications.status, applications: count() })
      .from(applications)
      .groupBy(applications.status),
  ]);
  await recordReadings(
    ctx,
    rows.map(({ id }) => `application:${id}` as const),
  );
  const none = { pending: 0, approved: 0, claimed: 0, rejected: 0, withdrawn: 0 };
  return {
    applications: rows.map(viewApplication),
    total,
    limit,
    offset,
    by_status: { ...none, ...Object.fromEntries(counts.map((row) => [row.status, row.applications])) },
    generated_at: ctx.clock().toISOString(),
  };
}

/** Reads the known facts about the DID or the organisation of an application. */
async function backgroundOf(ctx: Context, row: ApplicationRow): Promise<ApplicationBackground> {
  const { did, organisation } = row;
  const now = ctx.clock();
  const [member] = did === null ? [] : await ctx.db.select().from(agents).where(eq(agents.did, did));
  const same =
    did === null ? sql`lower(${applications.organisation}) = lower(${organisation})` : eq(applications.did, did);
  const related = await ctx.db
    .select({ id: applications.id, status: applications.status, createdAt: applications.createdAt })
    .from(applications)
    .where(and(same, ne(applications.id, row.id)))
    .orderBy(desc(applications.createdAt), applications.id)
    .limit(RELATED_ROWS);
  const holdings = await readHoldings(ctx.db, organisation, now);
  const tokens = did === null ? undefined : and(eq(credentials.did, did), isActiveCredential(now));
  return {
    member: member
      ? {
          owner: member.ownerKind,
          organisation: member.organisation,
          listed: member.listed !== null,
          registered_at: member.registeredAt.toISOString(),
        }
      : null,
    hands_over: doesClaimTakeOver(row, member),
    lapsed: hasApprovalExpired(row, now),
    agents: did === null ? holdings.agents : null,
    working_tokens: did === null ? holdings.working_tokens : await ctx.db.$count(credentials, tokens),
    related: related.map(({ createdAt, ...one }) => ({ ...one, created_at: createdAt.toISOString() })),
    look_alikes: holdings.look_alikes,
  };
}

/**
 * Returns one application with the facts about its DID or organisation.
 * @throws ServiceError `notFound`
 */
export async function getApplication(
  ctx: Context,
  { id }: { id: string },
): Promise<{ application: Application; background: ApplicationBackground }> {
  authorize(ctx.caller, "application.read");
  const [row] = isUuid(id) ? await ctx.db.select().from(applications).where(eq(applications.id, id)) : [];
  if (!row) throw notFound("There is no such application.");
  await recordReadings(ctx, [`application:${row.id}`]);
  return { application: viewApplication(row), background: await backgroundOf(ctx, row) };
}
