import { and, asc, eq, gt, ilike, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { statePublicly } from "@/lib/features/trust/service/public-statements";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { containsPattern, matchesNothing } from "@/lib/foundation/text/filter-text";
import { isStorableTime } from "@/lib/http/instant";
import { fitPage } from "@/lib/http/page-bytes";
import { cursorOf, type Position } from "../rules";
import type { ServerList, ServerQuery, ServerResponse, ServersQuery } from "../schema";
import { type ServerRow, viewServer } from "../view";

/** How long after it was stored a change is published. By then, every earlier transaction has ended. */
const PUBLISHED_AFTER_SECONDS = 20;

const rivals = alias(mcpServers, "rivals");
const rivalAgents = alias(agents, "rival_agents");
type Servers = typeof mcpServers | typeof rivals;
type Owners = typeof agents | typeof rivalAgents;

/**
 * Returns whether the owner may have the server listed under its name. An import brought the name of a listed record,
 * and its maker keeps it after a proven claim. Otherwise `com.example/…` requires exactly the host `example.com`. A subdomain
 * proves only `com.example.<label>/…`, because the owner of a subdomain may not own the domain.
 */
function mayList(servers: Servers, owners: Owners): SQL {
  const isListed = or(eq(owners.ownerKind, "operator"), isNotNull(owners.claimProof));
  const imported = and(eq(servers.origin, "import"), isListed);
  return sql`(${or(imported, sql`${servers.host} = any(${owners.domains})`)})`;
}

const isGone = (servers: Servers, owners: Owners) =>
  sql`(not ${servers.listed} or ${owners.status} in ('suspended', 'withdrawn'))`;

/** Orders present servers before deleted ones, then by registration, oldest first. */
const rank = (servers: Servers, owners: Owners) =>
  sql`(${isGone(servers, owners)}, ${owners.registeredAt}, ${owners.did})`;

const nameKey = sql<string>`lower(${mcpServers.name})`;

const found = {
  did: mcpServers.did,
  server: mcpServers.server,
  official: mcpServers.official,
  listed: mcpServers.listed,
  changedAt: mcpServers.changedAt,
  status: agents.status,
  deprecatedAt: agents.deprecatedAt,
  successor: agents.successor,
  trustTier: agents.trustTier,
  trustScore: agents.trustScore,
  trustAsOf: agents.trustAsOf,
  isDemo: agents.isDemo,
  listedFrom: agents.listed,
  key: nameKey,
};

/** Selects the servers that hold their names. @param wanted additional conditions */
function select({ db }: Context, ...wanted: (SQL | undefined)[]) {
  const better = db
    .select({ one: sql`1` })
    .from(rivals)
    .innerJoin(rivalAgents, eq(rivalAgents.did, rivals.did))
    .where(
      and(
        sql`lower(${rivals.name}) = ${nameKey}`,
        mayList(rivals, rivalAgents),
        sql`${rank(rivals, rivalAgents)} < ${rank(mcpServers, agents)}`,
      ),
    );
  return db
    .select(found)
    .from(mcpServers)
    .innerJoin(agents, eq(agents.did, mcpServers.did))
    .where(and(mayList(mcpServers, agents), sql`not exists ${better}`, ...wanted));
}

/** Returns the time up to which changes are published, by the database's clock. */
async function publishedUntil({ db }: Context): Promise<Date> {
  const until = sql`clock_timestamp() - make_interval(secs => ${PUBLISHED_AFTER_SECONDS})`;
  const [row] = await db.select({ until: until.mapWith(mcpServers.changedAt) }).from(sql`(values (1)) as now`);
  if (!row) throw new Error("the statement returned no row");
  return row.until as Date;
}

/** Returns the time of a list: that of its first page, and never a future one. */
async function momentOf(ctx: Context, cursor: Position | undefined): Promise<Date> {
  const until = await publishedUntil(ctx);
  return cursor && cursor.asOf < until ? cursor.asOf : until;
}

const versionIs = (version: string | undefined) =>
  version === undefined || version === "" || version === "latest"
    ? undefined
    : sql`${mcpServers.server} ->> 'version' = ${version}`;

const present = (include: string | undefined) =>
  include === "true" ? undefined : sql`not ${isGone(mcpServers, agents)}`;

function behind(position: Position | undefined, key: SQL, value: (key: string) => SQL): SQL | undefined {
  return position && sql`(${key}, ${mcpServers.did}) > (${value(position.key)}, ${position.did})`;
}

/** Returns whether no server can have this in its name or version, because the database could not store it. */
const isNoText = (text: string | undefined) => text !== undefined && matchesNothing(text);

async function listOf(ctx: Context, rows: readonly ServerRow[], asOf: Date, nextCursor?: string): Promise<ServerList> {
  const statements = await statePublicly(
    ctx,
    rows.map(({ did }) => did),
  );
  const servers = rows.map((row) => viewServer(row, asOf, settings(), statements.get(row.did)));
  const metadata = { count: servers.length, ...(nextCursor ? { nextCursor } : {}), as_of: asOf.toISOString() };
  return { servers, metadata };
}

/**
 * Lists MCP servers by name, or their changes by time. A published change never changes its place in the list of
 * changes, and a list ends at the time of its first page, so neither skips anything.
 */
export async function listMcpServers(ctx: Context, query: ServersQuery): Promise<ServerList> {
  const { cursor, limit, search, updated_since, version, include_deleted } = query;
  const asOf = await momentOf(ctx, cursor);
  if (isNoText(search) || isNoText(version)) return listOf(ctx, [], asOf);
  const asked = [search ? ilike(mcpServers.name, containsPattern(search)) : undefined, versionIs(version)];
  if (updated_since === undefined) {
    const page = select(
      ctx,
      ...asked,
      present(include_deleted),
      behind(cursor, nameKey, (key) => sql`${key}`),
    );
    const rows = await page.orderBy(asc(nameKey), asc(mcpServers.did)).limit(limit + 1);
    return pageOf(ctx, rows, limit, asOf, ({ key }) => key);
  }
  // A follower asks for the changes since its last request. At that time, the changes of the last 20 s were not
  // published.
  const since = new Date(new Date(updated_since).getTime() - PUBLISHED_AFTER_SECONDS * 1_000);
  const at = (key: string) => sql`${sql.param(new Date(key), mcpServers.changedAt)}`;
  const isDate = cursor === undefined || isStorableTime(Date.parse(cursor.key));
  const after = isDate ? behind(cursor, sql`${mcpServers.changedAt}`, at) : sql`false`;
  const changes = select(ctx, ...asked, gt(mcpServers.changedAt, since), lte(mcpServers.changedAt, asOf), after);
  const rows = await changes.orderBy(asc(mcpServers.changedAt), asc(mcpServers.did)).limit(limit + 1);
  return pageOf(ctx, rows, limit, asOf, ({ changedAt }) => changedAt.toISOString());
}

function pageOf<R extends ServerRow>(
  ctx: Context,
  rows: R[],
  limit: number,
  asOf: Date,
  keyOf: (row: R) => string,
): Promise<ServerList> {
  const page = fitPage(rows.slice(0, limit), limit).rows;
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return listOf(ctx, page, asOf, last && cursorOf({ asOf, key: keyOf(last), did: last.did }));
}

async function findServer(ctx: Context, name: string, query: ServerQuery, version?: string): Promise<ServerRow> {
  if (matchesNothing(name) || isNoText(version)) throw notFound();
  const [row] = await select(
    ctx,
    sql`${nameKey} = lower(${name})`,
    versionIs(version),
    present(query.include_deleted),
  ).limit(1);
  if (!row) throw notFound();
  return row;
}

/** Lists the stored version of a server. @throws ServiceError `notFound` */
export async function listMcpServerVersions(
  ctx: Context,
  { name }: { name: string },
  query: ServerQuery,
): Promise<ServerList> {
  const row = await findServer(ctx, name, query);
  return listOf(ctx, [row], await publishedUntil(ctx));
}

/** Reads a version of a server. @throws ServiceError `notFound` */
export async function getMcpServerVersion(
  ctx: Context,
  { name, version }: { name: string; version: string },
  query: ServerQuery,
): Promise<ServerResponse> {
  const row = await findServer(ctx, name, query, version);
  const statements = await statePublicly(ctx, [row.did]);
  return viewServer(row, row.changedAt, settings(), statements.get(row.did));
}
