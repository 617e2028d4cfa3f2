import type { AgentFilters } from "@/lib/features/directory/service/filters";
import { invalid } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { Tier } from "@/lib/identity/tiers";
import type { Publisher } from "../identifier";
import type { FilterTerms } from "../rules";
import { CARD, MCP_SERVER, PROFILE } from "../schema";
import { STANDING } from "../view";

/** The filter for members in use and listed records. */
const OFFERED: AgentFilters = { offered: "only" };
const NOBODY: AgentFilters = { among: [] };

/** The filters for agents whose entries have a type, by the first protocol of the agent. */
const LEADING: Readonly<Record<string, string>> = { [CARD]: "a2a", [MCP_SERVER]: "mcp", [PROFILE]: "other" };

type Field = (values: string[], publisher: Publisher) => AgentFilters;

/** Returns a field that has the same value in all entries. */
const constant =
  (of: (publisher: Publisher) => string | null): Field =>
  (values, publisher) => {
    const same = of(publisher);
    return same !== null && values.some((value) => value.toLowerCase() === same.toLowerCase()) ? {} : NOBODY;
  };

const publisher = constant(({ host }) => host);
const FIELDS: Readonly<Record<string, Field>> = {
  type: (values) => {
    const leading = values.flatMap((value) => ownValue(LEADING, value.toLowerCase()) ?? []);
    return leading.length === 0 ? NOBODY : { leading };
  },
  tags: (values) => ({ tagged: values }),
  capabilities: (values) => ({ capable: values }),
  displayName: (values) => ({ named: values }),
  publisher,
  publisherId: publisher,
  "trustManifest.attestations.type": constant(({ webDid }) => webDid && STANDING),
  trustTier: (values) => ({ tiers: values.filter((value) => Tier.safeParse(value).success) }),
};

/** Returns the name of a field without the prefix of our metadata. */
export function fieldOf(path: string, { reversed }: Publisher): string {
  const prefix = `metadata.${reversed}.`;
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  return path === "trustTier" || path === "provider" ? "" : path;
}

/**
 * Converts a filter into filters of agents. @param name of the input that contains it
 * @throws ServiceError `invalid` for a field that cannot be filtered by
 */
export function filtersOf(terms: FilterTerms, publisher: Publisher, name: string): AgentFilters {
  const asked = Object.entries(terms).map(([path, values]) => {
    const field = ownValue(FIELDS, fieldOf(path, publisher));
    if (field) return field(values, publisher);
    const known = Object.keys(FIELDS).map((each) =>
      each === "trustTier" ? `metadata.${publisher.reversed}.${each}` : each,
    );
    throw invalid(`\`${name}\` contains a field that cannot be filtered by. Use ${known.join(", ")}.`, { field: name });
  });
  return Object.assign({}, OFFERED, ...asked, asked.includes(NOBODY) ? NOBODY : {});
}
