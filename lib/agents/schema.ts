import { z } from "zod";
import { Did } from "@/lib/did";
import { Cursor, oneOf } from "@/lib/http/filter";
import { pageFields, pageQuery, wholeNumber } from "@/lib/http/page";
import { PublicKey } from "@/lib/public-key";
import { plainText } from "@/lib/text/plain-text";
import { Tier } from "@/lib/tiers";
import { Signal, TierCondition } from "@/lib/trust/schema";
import { About, Protocol, StatedAbout } from "./about";

/** Most labels that a list may have. */
export const MAX_LIST_ITEMS = 200;
const text = (maximum: number) => z.string().trim().max(maximum);
/** A capability or the name of a skill. */
export const Label = text(200).min(1);
/** Labels without repetition, in the order given. */
const labels = z
  .array(Label)
  .max(MAX_LIST_ITEMS)
  .transform((items) => [...new Set(items)])
  .meta({ uniqueItems: true });

/** What an agent says of itself: any object, kept as it was sent. */
const CapabilityManifest = z.record(z.string(), z.unknown()).meta({
  description:
    "Any object; may be an A2A agent card or an MCP `server.json`. Its `role` counts before the record's. The names of its `skills`, its description, version, addresses and the like are the agent's where none are given.",
});

export const JoinAgent = z.object({ did: Did, provider: text(200).nullish(), capabilities: labels.nullish() });
export type JoinAgent = z.infer<typeof JoinAgent>;

export const RegisterAgent = JoinAgent.extend({
  name: text(200).nullish(),
  role: text(200).nullish(),
  model: text(200).nullish().meta({
    description: "Where none is given, answers show the provider in its place. The score does not count that.",
  }),
  skills: labels.nullish(),
  runtime_type: text(100).nullish(),
  ...StatedAbout.shape,
  capability_manifest: CapabilityManifest.nullish(),
  public_key: PublicKey.nullish().meta({
    description:
      "An Ed25519 or P-256 public key, in any usual form. Absent: the present key stays. Null: it is removed.",
  }),
  trust_tier: Tier.optional()
    .catch(undefined)
    .meta({ description: "Counts only from an operator, as a recorded grant." }),
});
export type RegisterAgent = z.infer<typeof RegisterAgent>;

/** What of a record can be changed, as a JSON Merge Patch (RFC 7396). Another field is an error, not ignored. */
export const UpdateAgent = z
  .strictObject(RegisterAgent.omit({ did: true, trust_tier: true }).shape)
  .meta({ description: "JSON Merge Patch (RFC 7396): null resets a field, and what is absent stays as it is." });
export type UpdateAgent = z.infer<typeof UpdateAgent>;

export const UpdateHeaders = z.object({
  "if-match": z.string().optional().meta({
    description: 'The `revision` that the change is meant for, as `"r<revision>"`. Another present one is a 412.',
  }),
});

/** A member of the federation as everyone sees it. No field is null. */
export const Agent = z
  .object({
    did: z.string(),
    name: z.string(),
    provider: z.string(),
    role: z.string(),
    model: z.string().meta({ description: "The provider where no model was given." }),
    model_given: z.boolean().meta({ description: "Whether the agent gave its `model`. Beyond the contract." }),
    zone: z.string(),
    runtime_type: z.string(),
    capabilities: z.array(z.string()),
    skills: z.array(z.string()),
    ...About.shape,
    capability_manifest: z.record(z.string(), z.unknown()),
    trust_tier: Tier,
    trust_score: z.number(),
    status: z.string(),
    deprecated_at: z.iso.datetime().optional().meta({
      description: "Since when its owner advises against using it; absent where that is not so. Beyond the contract.",
    }),
    successor: z.string().optional().meta({
      description: "The DID that its owner names in its place, where it is deprecated. Beyond the contract.",
    }),
    last_seen: z.iso.datetime(),
    registered_at: z.iso.datetime(),
    is_demo: z.boolean(),
    protocols: z
      .array(Protocol)
      .meta({ description: "By which it can be called, as its record says. Beyond the contract." }),
    audits_passed: z.int().meta({ description: "How many audits it passed. Beyond the contract." }),
    incidents_named: z.int().meta({ description: "How many confirmed incidents name it. Beyond the contract." }),
    key_verified: z
      .boolean()
      .meta({ description: "Whether it proved to control its `public_key`. Beyond the contract." }),
    domains: z.array(z.string()).meta({
      description: "The hosts that it proved to control, in lower case and punycode. Beyond the contract.",
    }),
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

/** An agent's record as its own calls see it. */
export const AgentRecord = Agent.extend({
  revision: z.int().meta({ description: "How often the record was written. Scores and `last_seen` do not raise it." }),
}).meta({ id: "AgentRecord" });
export type AgentRecord = z.infer<typeof AgentRecord>;

/** What came of checking the signatures of a manifest that is an A2A agent card. */
export const CardSignature = z.enum(["valid", "invalid", "unchecked"]).meta({
  id: "CardSignature",
  description:
    "`valid`: a signature of the card (EdDSA, or ES256) was made with the key that the agent enrolled and proved; `invalid`: none of them was; `unchecked`: the card is not signed, or no key is proven. Keys that a card points to (jku, jwk, x5c, x5u) are never used.",
});
export type CardSignature = z.infer<typeof CardSignature>;

/** Since when an agent is suspended, withdrawn or deprecated, and why, as the council's log has it. */
export const StateNotice = z
  .object({
    since: z.iso.datetime(),
    reason: z.string().meta({ description: '"" where none was given.' }),
    seq: z.int().meta({ description: "The place of the act in the council's log." }),
  })
  .meta({ id: "StateNotice" });
export type StateNotice = z.infer<typeof StateNotice>;

/** Why an agent has a tier that it did not earn, as the council's log has it. */
export const TierGrant = StateNotice.meta({ id: "TierGrant" });

export const AgentProfile = AgentRecord.extend({
  public_key: z.string().meta({
    description: 'Ed25519: 32 bytes as base64url. P-256: the text of a JWK. "" where none is enrolled.',
  }),
  key_proven_at: z.iso.datetime().optional(),
  card_signature: CardSignature,
  as_of: z.iso.date(),
  signals: z.array(Signal),
  conditions: z.array(TierCondition),
  tier_granted: z.boolean().meta({ description: "Whether an operator granted the tier; else it is earned." }),
  tier_grant: TierGrant.optional().meta({ description: "Only where the tier is granted." }),
  suspension: StateNotice.optional().meta({ description: "Only where the status is suspended." }),
  withdrawal: StateNotice.optional().meta({
    description: "Only where its owner has withdrawn it, also while it is suspended.",
  }),
  deprecation: StateNotice.optional().meta({ description: "Only where its owner has deprecated it." }),
}).meta({ id: "AgentProfile", description: "An agent's record with the signals that add up to its score." });
export type AgentProfile = z.infer<typeof AgentProfile>;

export const SimilarQuery = z.object({ limit: wholeNumber(1, 20, 5) });

const AlikeSkills = z.object({
  skill: z.string().meta({ description: "A skill of the other agent." }),
  own_skill: z.string().meta({ description: "The skill of this agent that it is like." }),
  cosine: z.number(),
});

/** An agent that is like another. */
export const SimilarAgent = Agent.pick({
  did: true,
  name: true,
  description: true,
  role: true,
  trust_tier: true,
  trust_score: true,
})
  .extend({
    words: z.array(z.string()).meta({
      description: "Rare words of this agent's name that the other says of itself, the rarest first.",
    }),
    similarity: z.number().nullable().meta({
      description:
        "Of the two texts that are most alike, up to 1: their cosine without what the texts around them all have in common. null where words alone are alike.",
    }),
    cosine: z.number().nullable().meta({ description: "The plain cosine of the same two, up to 1." }),
    alike: z.array(AlikeSkills).meta({ description: "Most alike first, at most three." }),
  })
  .meta({ id: "SimilarAgent" });
export type SimilarAgent = z.infer<typeof SimilarAgent>;

export const SimilarAgents = z
  .object({
    did: z.string(),
    similar: z.array(SimilarAgent).meta({
      description:
        "Active agents, most alike first: by the meaning of skills and by rare words together. Empty where none is alike enough.",
    }),
    generated_at: z.iso.datetime(),
  })
  .meta({ id: "SimilarAgents" });
export type SimilarAgents = z.infer<typeof SimilarAgents>;

const filter = (description: string) => z.string().optional().meta({ description });

/** The directory's filters. The first five are the contract's; the others are this service's own. */
export const DirectoryFilters = z.object({
  zone: filter("S0 to S4, testnet, default, or any other zone."),
  model: filter("Part of the model or the provider, in any case."),
  role: filter("Part of the role, in any case."),
  status: filter("active, unverified, suspended and others, in any case. Without it withdrawn agents are left out."),
  q: filter("Part of the DID or the name, in any case."),
  tier: oneOf(Tier, "Beyond the contract."),
  role_is: filter("Exactly this role. Beyond the contract."),
  model_is: filter("Exactly this model, where the agent gave it. Beyond the contract."),
  tag: filter("Exactly this tag. Beyond the contract."),
  provider: filter("This provider, whatever the case and the spaces between words. Beyond the contract."),
  protocol: oneOf(Protocol, "By which it can be called. Beyond the contract."),
  runtime: filter("Exactly this `runtime_type`. Beyond the contract."),
  key: oneOf(z.enum(["verified"]), "Only those that proved to control their key. Beyond the contract."),
  audited: oneOf(z.enum(["yes"]), "Only those that passed an audit. Beyond the contract."),
  incidents: oneOf(z.enum(["none"]), "Only those that no confirmed incident names. Beyond the contract."),
  demo: oneOf(z.enum(["hide", "only"]), "`hide` leaves demo data out, `only` shows nothing else. Beyond the contract."),
});
export type DirectoryFilters = z.infer<typeof DirectoryFilters>;

export const DirectorySort = z.enum(["score", "trusted", "used", "name", "newest"]);
export type DirectorySort = z.infer<typeof DirectorySort>;

export const DirectoryQuery = DirectoryFilters.extend({
  sort: oneOf(
    DirectorySort,
    "Default `score`, where the DID settles ties. `trusted`: by score, too, but among equals the one that registered first leads. `used`: how often the relay routed to it or brought it an event in the last 30 days. Beyond the contract.",
  ),
  ...pageQuery({ defaultLimit: 50, maximumLimit: 200 }),
});
export type DirectoryQuery = z.infer<typeof DirectoryQuery>;

const FacetValue = z.object({ value: z.string(), agents: z.int() });
const Facet = z.array(FacetValue);

/** What the directory can be narrowed by, and the filter that each value is one of. */
export const FACET_FILTERS = {
  tag: "tag",
  provider: "provider",
  protocol: "protocol",
  runtime: "runtime",
  tier: "tier",
  zone: "zone",
  role: "role_is",
  model: "model_is",
  status: "status",
  key: "key",
  audited: "audited",
  incidents: "incidents",
} as const satisfies Record<string, keyof DirectoryFilters>;
export const Dimension = z.enum(Object.keys(FACET_FILTERS) as (keyof typeof FACET_FILTERS)[]);
export type Dimension = z.infer<typeof Dimension>;

/** Per dimension, how many agents each value would show, every other filter applied; the commonest values. */
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
      .meta({ description: "How many values each dimension has. The lists have only the commonest." }),
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
    values: Facet.meta({ description: "The commonest first." }),
    total: z.int().meta({ description: "How many values there are." }),
    next_cursor: z.string().optional().meta({ description: "Absent at the end." }),
  })
  .meta({ id: "FacetValues" });
export type FacetValues = z.infer<typeof FacetValues>;

/** Any string: one that no agent names is simply not found. */
export const ProviderParams = z.object({ provider: z.string() });

export const Provider = z
  .object({
    provider: z.string(),
    agents: z.int(),
    tiers: Facet.meta({ description: "How many of its agents each tier has." }),
    tags: Facet.meta({ description: "The commonest tags of its agents." }),
    homepage: z.string().meta({ description: "The one that most of its agents name, or an empty string." }),
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

/** Any string: one that is no DID is simply not found. */
export const AgentParams = z.object({ did: z.string() });

export const GrantTier = z.object({
  tier: Tier.nullable().meta({
    description: "The tier to grant, which stands until withdrawn; null withdraws the grant.",
  }),
  reason: plainText(1_000, "Say why."),
});
export type GrantTier = z.infer<typeof GrantTier>;

/** Asks once more before T4 is granted: the form is sent again with `confirmed`. */
export function confirmTopTier(
  { tier, confirmed }: { tier: Tier | null; confirmed?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (tier !== "T4" || confirmed === tier) return;
  context.addIssue({ code: "custom", path: ["confirmed"], message: "Confirm the grant of T4." });
}

/** A grant as a form sends it. */
export const GrantTierForm = z
  .object({
    did: z.string(),
    tier: z.enum(Tier.options, "Choose the tier."),
    reason: GrantTier.shape.reason,
    confirmed: z.string().optional(),
  })
  .superRefine(confirmTopTier);

/** The withdrawal of a grant as a form sends it. */
export const WithdrawGrantForm = z
  .object({ did: z.string(), reason: GrantTier.shape.reason })
  .transform((form) => ({ ...form, tier: null }));

export const SetStatus = z.object({
  status: z.enum(["active", "suspended"]).meta({
    description:
      "`suspended`: the agent stores nothing, nothing is routed to it, and it is not `verified`, whatever its tier.",
  }),
  reason: plainText(1_000, "Say why."),
});
export type SetStatus = z.infer<typeof SetStatus>;

export const SetStatusForm = SetStatus.extend({ did: z.string() });

/** Everyone on record, by zone and tier; `zone` is null for all zones that are not told apart. */
export interface Census {
  zones: { zone: string | null; tiers: Record<Tier, number> }[];
  everyone: Record<Tier, number>;
}
