import { z } from "zod";
import { Protocol } from "@/lib/features/agents/details";
import { Agent } from "@/lib/features/agents/schema";
import { Cursor, oneOf } from "@/lib/http/filter";
import { pageFields, pageQuery, wholeNumber } from "@/lib/http/page";
import { Tier } from "@/lib/identity/tiers";

const filter = (example: string, description: string) => z.string().optional().meta({ description, example });

/** The directory's filters. The first five are in the contract. This service adds the others. */
export const DirectoryFilters = z.object({
  zone: filter("s2", "S0 to S4, testnet, default, or any other zone."),
  model: filter("glm", "A part of the model or the provider. Case is ignored."),
  role: filter("translator", "A part of the role. Case is ignored."),
  status: filter(
    "active",
    "active, unverified, suspended or another status. Case is ignored. If absent, withdrawn agents are left out.",
  ),
  q: filter("glossa", "A part of the DID or the name. Case is ignored."),
  tier: oneOf(Tier, "Added by this service."),
  role_is: filter("translator", "Exactly this role. Added by this service."),
  model_is: filter("glm-5", "Exactly this model, if the agent gave it. Added by this service."),
  tag: filter("translation", "Exactly this tag, the agent's own or derived from its words. Added by this service."),
  provider: filter("Lattice Works", "This provider. Case and spaces are ignored. Added by this service."),
  protocol: oneOf(Protocol, "The protocol of an endpoint. Added by this service."),
  runtime: filter("node", "Exactly this `runtime_type`. Added by this service."),
  licence: filter("MIT", "Exactly this licence. Added by this service."),
  source: filter(
    "the MCP Registry",
    "Only listed records from this list, by the name in `listed_from`. Added by this service.",
  ),
  key: oneOf(z.enum(["verified"]), "Only agents that proved control of their key. Added by this service."),
  audited: oneOf(z.enum(["yes"]), "Only agents that passed an audit. Added by this service."),
  incidents: oneOf(z.enum(["none"]), "Only agents that no confirmed incident names. Added by this service."),
  membership: oneOf(
    z.enum(["member", "listed"]),
    "`member`: only members of the federation. `listed`: only records that the operators copied from elsewhere. Added by this service.",
  ),
  demo: oneOf(
    z.enum(["hide", "only"]),
    "`hide` leaves demo data out, `only` shows nothing else. Added by this service.",
  ),
});
export type DirectoryFilters = z.infer<typeof DirectoryFilters>;

export const DirectorySort = z.enum(["score", "trusted", "used", "name", "newest", "updated"]);
export type DirectorySort = z.infer<typeof DirectorySort>;

export const DirectoryQuery = DirectoryFilters.extend({
  sort: oneOf(
    DirectorySort,
    "Default `score`, with ties ordered by DID. `trusted`: also by score, but ties are ordered by registration, oldest first. `used`: how often in the last 30 days the relay routed a request to the agent or delivered an event to it. `updated`: by `updated_at`, the newest first. Added by this service.",
  ),
  ...pageQuery({ defaultLimit: 50, maximumLimit: 200 }),
});
export type DirectoryQuery = z.infer<typeof DirectoryQuery>;

const FacetValue = z.object({
  value: z.string(),
  agents: z.int(),
  derived: z.int().optional().meta({
    description: "How many of these agents have the tag because their words say it. Absent if all gave it themselves.",
  }),
});
const Facet = z.array(FacetValue);

/** The dimensions by which the directory can be filtered, each with the filter that its values are for. */
export const FACET_FILTERS = {
  tag: "tag",
  provider: "provider",
  protocol: "protocol",
  runtime: "runtime",
  licence: "licence",
  source: "source",
  tier: "tier",
  zone: "zone",
  role: "role_is",
  model: "model_is",
  status: "status",
  key: "key",
  audited: "audited",
  incidents: "incidents",
  membership: "membership",
} as const satisfies Record<string, keyof DirectoryFilters>;
export const Dimension = z.enum(Object.keys(FACET_FILTERS) as (keyof typeof FACET_FILTERS)[]);
export type Dimension = z.infer<typeof Dimension>;

/**
 * For each dimension, how many agents each value would show with all other filters applied. Contains the most frequent
 * values.
 */
export const Facets = z
  .object({
    ...(Object.fromEntries(Dimension.options.map((dimension) => [dimension, Facet])) as Record<
      Dimension,
      typeof Facet
    >),
    values: z
      .object(
        Object.fromEntries(Dimension.options.map((dimension) => [dimension, z.int()])) as Record<Dimension, z.ZodInt>,
      )
      .meta({ description: "How many values each dimension has. The lists contain only the most frequent ones." }),
    demo: z.int(),
    everyone: z.int(),
  })
  .meta({ id: "Facets" });
export type Facets = z.infer<typeof Facets>;

export const FacetValuesQuery = DirectoryFilters.extend({
  dimension: oneOf(Dimension, "Default tag."),
  limit: wholeNumber(1, 500, 100),
  cursor: Cursor,
});
export type FacetValuesQuery = z.infer<typeof FacetValuesQuery>;

export const FacetValues = z
  .object({
    dimension: Dimension,
    values: Facet.meta({ description: "Most frequent first." }),
    total: z.int().meta({ description: "How many values there are." }),
    next_cursor: z.string().optional().meta({ description: "Absent on the last page." }),
  })
  .meta({ id: "FacetValues" });
export type FacetValues = z.infer<typeof FacetValues>;

/** Any string. A string that is not an agent's DID is not found, and is no validation error. */
export const ProviderParams = z.object({ provider: z.string() });

export const Provider = z
  .object({
    provider: z.string(),
    agents: z.int(),
    tiers: Facet.meta({ description: "How many of its agents are in each tier." }),
    tags: Facet.meta({ description: "The most frequent tags of its agents." }),
    homepage: z.string().meta({ description: "The homepage that most of its agents name, or an empty string." }),
  })
  .meta({ id: "Provider" });
export type Provider = z.infer<typeof Provider>;

export const Directory = z
  .object({
    federation: z.string(),
    network_status: z.string(),
    spec_version: z.string(),
    timestamp: z.iso.datetime(),
    ...pageFields,
    agents: z.array(Agent),
  })
  .meta({ id: "Directory" });
export type Directory = z.infer<typeof Directory>;

export const LeaderboardQuery = z.object(pageQuery({ defaultLimit: 50, maximumLimit: 200 }));
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

const RankedAgent = z.object({
  rank: z.int(),
  did: z.string(),
  name: z.string(),
  zone: z.string(),
  trust_tier: Tier,
  trust_score: z.number(),
  status: z.string(),
  is_demo: z.boolean(),
});

export const Leaderboard = z.object({
  agents: z.array(RankedAgent),
  ...pageFields,
  generated_at: z.iso.datetime(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** All agents by zone and tier. `zone` is null for the zones that are counted together. */
export interface ZoneCounts {
  zones: { zone: string | null; tiers: Record<Tier, number> }[];
  everyone: Record<Tier, number>;
}
