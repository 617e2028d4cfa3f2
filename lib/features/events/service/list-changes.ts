import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { cursorExpired } from "@/lib/foundation/errors";
import { cursorOf, type Place } from "../cursor";
import { type ChangeFilters, isFiltered } from "../rules";
import type { ChangeList, ChangesQuery } from "../schema";
import { viewChange } from "../view";
import { readChanges, readHead } from "./read-changes";

/** Most changes that one filtered read compares, because a filter with few matches would read the whole table. */
const MAX_LOOKED_AT = 10_000;

/** The place from which a feed is read. */
interface Start {
  epoch: string;
  /** The last assigned number. */
  head: number;
  after: number;
}

/**
 * Finds the place from which to read.
 * @param absent the place if none is given
 * @throws ServiceError `gone` with the oldest cursor if the place is too old, of another epoch, or beyond the head
 *   because a backup was restored
 */
export async function findStart(db: Database, place: Place | undefined, absent: "oldest" | "newest"): Promise<Start> {
  const { epoch, head, oldest } = await readHead(db);
  if (place === undefined) return { epoch, head, after: absent === "oldest" ? oldest - 1 : head };
  if (place.epoch === epoch && place.seq >= oldest - 1 && place.seq <= head) return { epoch, head, after: place.seq };
  throw cursorExpired(
    "The cursor has expired or belongs to another numbering. Read the present state, then continue from `oldest`.",
    cursorOf(epoch, oldest - 1),
  );
}

export function filtersOf({ kind, did, zone }: Pick<ChangesQuery, "kind" | "did" | "zone">): ChangeFilters {
  return { kinds: kind, dids: did, zones: zone };
}

/** Reads a page of the feed. @throws ServiceError `gone` if the cursor has expired */
export async function listChanges(
  { db }: Context,
  { after: place, limit, ...query }: ChangesQuery,
): Promise<ChangeList> {
  const { epoch, head, after } = await findStart(db, place, "oldest");
  const filters = filtersOf(query);
  const until = isFiltered(filters) ? Math.min(head, after + MAX_LOOKED_AT) : head;
  const changes = await readChanges(db, { after, until, limit, ...filters });
  const last = changes.length === limit ? changes.at(-1) : undefined;
  const cursor = last?.seq ?? until;
  return {
    events: changes.map((change) => viewChange(epoch, change)),
    cursor: cursorOf(epoch, cursor),
    has_more: cursor < head,
    limit,
  };
}
