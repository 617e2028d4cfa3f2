import { and, asc, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Database } from "@/lib/database/open";
import { changeFeed, changes } from "@/lib/database/schema/change-feed";
import { type ChangeFilters, isFiltered } from "../rules";
import type { ChangeKind } from "../schema";
import type { StoredChange } from "../view";

export type { StoredChange } from "../view";

interface Query extends ChangeFilters {
  after: number;
  /** Up to this number; absent: to the newest. */
  until?: number | undefined;
  limit: number;
}

const columns = {
  seq: sql<number>`${changes.seq}`.mapWith(Number),
  kind: sql<ChangeKind>`${changes.kind}`,
  subject: changes.subject,
  dids: changes.dids,
  zone: changes.zone,
  at: changes.at,
  data: changes.data,
};

const selectAll = keepPrepared((db) =>
  db
    .select(columns)
    .from(changes)
    .where(gt(changes.seq, sql.placeholder("after")))
    .orderBy(asc(changes.seq))
    .limit(sql.placeholder("limit"))
    .prepare("changes_after"),
);

const anyOf = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

/** Selects changes that concern an agent of these zones. The zone is the third part of its DID. */
const inZones = (zones: readonly string[]): SQL =>
  sql`exists (select from unnest(${changes.dids}) as did where lower(split_part(did, ':', 3)) = any(${anyOf(zones.map((zone) => zone.toLowerCase()))}))`;

export async function readChanges(db: Database, { after, until, limit, ...filters }: Query): Promise<StoredChange[]> {
  const { kinds, dids, zones } = filters;
  if (until === undefined && !isFiltered(filters)) return selectAll(db).execute({ after, limit });
  return db
    .select(columns)
    .from(changes)
    .where(
      and(
        gt(changes.seq, after),
        until === undefined ? undefined : lte(changes.seq, until),
        kinds && inArray(changes.kind, [...kinds]),
        dids && sql`${changes.dids} && ${anyOf(dids)}`,
        zones && inZones(zones),
      ),
    )
    .orderBy(asc(changes.seq))
    .limit(limit);
}

const selectHead = keepPrepared((db) =>
  db
    .select({
      epoch: changeFeed.epoch,
      head: changeFeed.head,
      oldest: sql<number>`coalesce((select min(${changes.seq}) from ${changes}), ${changeFeed.head} + 1)`.mapWith(
        Number,
      ),
    })
    .from(changeFeed)
    .prepare("changes_head"),
);

/**
 * Reads the bounds of the feed.
 * @returns `head`, the last assigned number, and `oldest`, the first kept number, or `head + 1` if none is kept
 */
export async function readHead(db: Database): Promise<{ epoch: string; head: number; oldest: number }> {
  const [row] = await selectHead(db).execute();
  if (!row) throw new Error("change_feed has no row");
  return row;
}
