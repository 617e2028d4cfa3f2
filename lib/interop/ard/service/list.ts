import type { Context } from "@/lib/authority/context";
import { findAgents } from "@/lib/features/directory/service/find-agents";
import { invalid } from "@/lib/foundation/errors";
import { isStorableTime } from "@/lib/http/instant";
import { cursorAt, readAt, START } from "@/lib/http/place";
import { readFilter, readOrder } from "../rules";
import type { ListQuery, ListResponse } from "../schema";
import { entriesOf, entryContextOf } from "./entries";
import { filtersOf } from "./filter";

const isInstant = (text: string) => /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text);

/** Parses the filter's `createdAfter`: the registration time of the entries. */
function sinceOf(values: string[]): { since: string } {
  const [instant = ""] = values;
  const at = Date.parse(isInstant(instant) ? instant : "");
  if (values.length === 1 && isStorableTime(at)) return { since: new Date(at).toISOString() };
  throw invalid("`filter` must have one ISO 8601 time from 1970 to 9999 for createdAfter.", { field: "filter" });
}

/**
 * Lists the offered members as entries, page by page.
 * @throws ServiceError `invalid` for an invalid filter or order
 */
export async function listArd(ctx: Context, query: ListQuery, origin: string): Promise<ListResponse> {
  const { filter = "", orderBy = "displayName", pageSize, pageToken = START } = query;
  const place = entryContextOf(origin);
  const terms = readFilter(filter);
  if (typeof terms === "string") throw invalid(`\`filter\` ${terms}.`, { field: "filter" });
  const sort = readOrder(orderBy);
  if (sort === null) {
    throw invalid("`orderBy` must be displayName, createdAt DESC or trustScore DESC.", { field: "orderBy" });
  }
  const { createdAfter, ...others } = terms;
  const filters = {
    ...filtersOf(others, place.publisher, "filter"),
    ...(createdAfter === undefined ? {} : sinceOf(createdAfter)),
  };
  let total = 0;
  const read = async (part: { limit: number; offset: number }) => {
    const found = await findAgents(ctx, filters, { ...part, sort });
    total = found.total;
    return found.agents;
  };
  const { page, next } = await readAt(pageToken, pageSize, read, ({ did }) => did);
  return {
    items: await entriesOf(ctx, page, place),
    total,
    ...(next.offset < total ? { pageToken: cursorAt(next) } : {}),
  };
}
