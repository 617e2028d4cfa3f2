import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents, agentVersions } from "@/lib/database/schema/agents";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { cursorAfter } from "@/lib/http/cursor";
import type { AgentVersions, VersionsQuery } from "../version-schema";
import { viewVersion } from "../versions";

/**
 * Returns what the changes of an agent's record replaced, newest first. The cursor is the revision of the last version.
 * @throws ServiceError `notFound`
 */
export async function listVersions(
  ctx: Context,
  { did, limit, cursor }: VersionsQuery & { did: string },
): Promise<AgentVersions> {
  if (matchesNothing(did)) throw notFound();
  const page = ctx.db
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.did, did), cursor ? lt(agentVersions.revision, cursor) : undefined))
    .orderBy(desc(agentVersions.revision))
    .limit(limit + 1)
    .as("page");
  const agent = ctx.db.select({ did: agents.did }).from(agents).where(eq(agents.did, did)).as("agent");
  const rows = await ctx.db.select().from(agent).leftJoin(page, sql`true`).orderBy(desc(page.revision));
  if (rows.length === 0) throw notFound();
  const found = rows.flatMap(({ page: row }) => row ?? []);
  const versions = found.slice(0, limit).map(viewVersion);
  const last = versions.at(-1);
  return {
    did,
    versions,
    ...(found.length > limit && last ? { next_cursor: cursorAfter(last.revision) } : {}),
    generated_at: ctx.clock().toISOString(),
  };
}
