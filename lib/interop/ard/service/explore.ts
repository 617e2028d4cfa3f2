import type { Context } from "@/lib/authority/context";
import {
  type CountedField,
  countMatching,
  countValues,
  type ValueCounts,
} from "@/lib/features/directory/service/count-values";
import type { AgentFilters } from "@/lib/features/directory/service/filters";
import { matchAgents } from "@/lib/features/directory/service/search-agents";
import { invalid } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { START } from "@/lib/http/place";
import type { Publisher } from "../identifier";
import { CARD, type ExploreRequest, type ExploreResponse, MCP_SERVER, PROFILE } from "../schema";
import { entryContextOf } from "./entries";
import { fieldOf, filtersOf } from "./filter";

const COUNTED: Readonly<Record<string, CountedField>> = {
  type: "leading",
  tags: "tag",
  capabilities: "capability",
  trustTier: "tier",
  provider: "provider",
};
const TYPES: Readonly<Record<string, string>> = { a2a: CARD, mcp: MCP_SERVER, other: PROFILE };

/** Returns the filters that match exactly the agents that a search finds. */
async function matchedBy(ctx: Context, text: string, filters: AgentFilters): Promise<AgentFilters> {
  if (text.trim() === "") return filters;
  const { found } = await matchAgents(ctx, { q: text, limit: 0, place: START, filters });
  return found;
}

/** Parses the requested facets. @throws ServiceError `invalid` */
function countedOf(field: string, publisher: Publisher): CountedField | "publisher" {
  const name = fieldOf(field, publisher);
  if (name === "publisher") return name;
  const counted = ownValue(COUNTED, name);
  if (counted) return counted;
  const own = ["trustTier", "provider"].map((each) => `metadata.${publisher.reversed}.${each}`);
  const known = ["type", "tags", "capabilities", "publisher", ...own].join(", ");
  throw invalid(`\`resultType.facets\` contains a field that cannot be counted. Use ${known}.`, {
    field: "resultType.facets",
  });
}

const viewCounts = (counted: CountedField, { values, others }: ValueCounts) => ({
  buckets: values.map(({ value, agents }) => ({
    value: counted === "leading" ? (ownValue(TYPES, value) ?? value) : value,
    count: agents,
  })),
  otherCount: others,
});

/**
 * Counts the values of fields among the offered members that match a text and a filter.
 * @throws ServiceError `invalid` for a field that cannot be counted or filtered by
 */
export async function exploreArd(
  ctx: Context,
  { query, resultType }: ExploreRequest,
  origin: string,
): Promise<ExploreResponse> {
  const { publisher } = entryContextOf(origin);
  const asked = resultType.facets.map((facet) => ({ ...facet, counted: countedOf(facet.field, publisher) }));
  const filters = filtersOf(query?.filter ?? {}, publisher, "query.filter");
  const matched = await matchedBy(ctx, query?.text ?? "", filters);
  const facets = new Map<string, ExploreResponse["facets"][string]>();
  // One after the other, because each may read all agents.
  for (const { field, counted, limit, minCount: least } of asked) {
    if (counted === "publisher") {
      const all = await countMatching(ctx, matched);
      facets.set(field, { buckets: all < least ? [] : [{ value: publisher.host, count: all }], otherCount: 0 });
    } else {
      facets.set(field, viewCounts(counted, await countValues(ctx, counted, matched, { limit, least })));
    }
  }
  return { resultType: "facets", facets: Object.fromEntries(facets) };
}
