import { and, count, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "@/lib/authority/context";
import { storedNames } from "@/lib/database/public-actor";
import { a2aTasks } from "@/lib/database/schema/a2a-door";
import { TASK_STATES } from "@/lib/features/relay/tasks/rules";
import { invalid, unauthenticated } from "@/lib/foundation/errors";
import { ownEntries } from "@/lib/foundation/own-values";
import { actorName } from "@/lib/identity/permissions";
import type { ListTasksQuery, ListTasksResponse, Task } from "../schema";
import type { Door } from "./find-task";
import { showTask } from "./read-task";

const DEFAULT_PAGE_SIZE = 50;
/** A page ends with the task that reaches this size. */
const MAX_PAGE_CHARACTERS = 2_000_000;

/** The last task of the previous page. Tasks are ordered by the time of their state and by their id, newest first. */
interface Place {
  at: Date;
  id: string;
}

const tokenOf = ({ at, id }: Place) => Buffer.from(`${at.getTime()} ${id}`).toString("base64url");

/** Parses a page token. @throws ServiceError `invalid` */
function placeOf(token: string): Place {
  const [, time, id] = /^(\d{1,13}) (\S{36})$/.exec(Buffer.from(token, "base64url").toString()) ?? [];
  if (time !== undefined && z.uuid().safeParse(id).success) return { at: new Date(Number(time)), id: String(id) };
  throw invalid("`pageToken` must be the `nextPageToken` of a previous page.", { field: "pageToken" });
}

function isInState(status: ListTasksQuery["status"]): SQL | undefined {
  if (status === undefined || status === "TASK_STATE_UNSPECIFIED") return undefined;
  const [state] = ownEntries(TASK_STATES).find(([, name]) => name === status) ?? [];
  return state === undefined ? sql`false` : eq(a2aTasks.state, state);
}

/**
 * Lists the caller's tasks. Those whose state changed last come first.
 * @throws ServiceError `unauthenticated` for a caller without a token; `invalid`
 */
export async function listTasks(ctx: Context, door: Door, query: ListTasksQuery): Promise<ListTasksResponse> {
  if (ctx.caller.kind === "anonymous") throw unauthenticated("Send a valid bearer token to list tasks.");
  const { pageSize = DEFAULT_PAGE_SIZE, historyLength = 0, includeArtifacts = false } = query;
  const matchesFilters = and(
    inArray(a2aTasks.owner, await storedNames(ctx.db, actorName(ctx.caller))),
    door === null ? undefined : eq(a2aTasks.member, door),
    query.contextId ? eq(a2aTasks.contextId, query.contextId) : undefined,
    isInState(query.status),
    query.statusTimestampAfter ? gte(a2aTasks.stateAt, new Date(query.statusTimestampAfter)) : undefined,
  );
  const place = query.pageToken ? placeOf(query.pageToken) : undefined;
  const isAfterPlace =
    place && sql`(${a2aTasks.stateAt}, ${a2aTasks.id}) < (${place.at.toISOString()}, ${place.id}::uuid)`;
  const rows = await ctx.db
    .select()
    .from(a2aTasks)
    .where(and(matchesFilters, isAfterPlace))
    .orderBy(desc(a2aTasks.stateAt), desc(a2aTasks.id))
    .limit(pageSize + 1);
  const [all] = await ctx.db.select({ tasks: count() }).from(a2aTasks).where(matchesFilters);
  const tasks: Task[] = [];
  for (let characters = 0; tasks.length < pageSize && characters < MAX_PAGE_CHARACTERS; ) {
    const row = rows[tasks.length];
    if (!row) break;
    const task = await showTask(ctx, row, { historyLength, artifacts: includeArtifacts });
    tasks.push(task);
    characters += JSON.stringify(task).length;
  }
  const last = rows[tasks.length - 1];
  const isMore = rows.length > tasks.length && last !== undefined;
  return {
    tasks,
    nextPageToken: isMore ? tokenOf({ at: last.stateAt, id: last.id }) : "",
    pageSize,
    totalSize: all?.tasks ?? 0,
  };
}
