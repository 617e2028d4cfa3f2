import { z } from "zod";
import { Signal, TierCondition } from "@/lib/features/trust/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { plainText } from "@/lib/foundation/text/plain-text";
import { ListedFrom } from "@/lib/http/listed-from";
import { AgentStatus } from "@/lib/identity/agent-status";
import { Did } from "@/lib/identity/did";
import { PublicKey } from "@/lib/identity/public-key";
import { Tier } from "@/lib/identity/tiers";
import { AgentDetails, GivenDetails, Protocol } from "./details";
import { Liveness } from "./liveness/schema";
import { checkBounds } from "./manifest-bounds";

/** Maximum number of labels in a list. */
export const MAX_LIST_ITEMS = 200;
const text = (maximum: number) => trimmedText().max(maximum);
/** A capability or the name of a skill. */
export const Label = text(BOUNDS.name).min(1);
/** Labels without duplicates, in the given order. */
const labels = z
  .array(Label)
  .max(MAX_LIST_ITEMS)
  .transform((items) => [...new Set(items)])
  .meta({ uniqueItems: true });

/** An agent's own description of itself: any object, stored as it was sent. */
const CapabilityManifest = z.record(z.string(), z.unknown()).superRefine(checkBounds).meta({
  description:
    "Any object of at most 60 KB; may be an A2A agent card or an MCP `server.json`. A name or title has at most 200 characters, a description 4,000, a version 100, an address 2,048, any other text 16,384; a list has at most 1,000 items. Its `role` takes precedence over the record's `role`. The names of its `skills`, its description, version, addresses and similar fields are used where the record has none.",
});

export const JoinAgent = z.object({ did: Did, provider: text(BOUNDS.name).nullish(), capabilities: labels.nullish() });
export type JoinAgent = z.infer<typeof JoinAgent>;

export const RegisterAgent = JoinAgent.extend({
  name: text(BOUNDS.name).nullish().meta({
    description: "If absent, empty or only of characters that show nothing, it is the name in the DID.",
  }),
  role: text(BOUNDS.name).nullish(),
  model: text(BOUNDS.name).nullish().meta({
    description: "If absent, responses show the provider instead. The score does not count that.",
  }),
  skills: labels.nullish(),
  runtime_type: text(100).nullish(),
  ...GivenDetails.shape,
  capability_manifest: CapabilityManifest.nullish(),
  public_key: PublicKey.nullish().meta({
    description:
      "An Ed25519 or P-256 public key, in any usual form. If absent, the present key stays. Null removes it.",
  }),
  trust_tier: Tier.optional()
    .catch(undefined)
    .meta({ description: "Used only if an operator sends it, and then logged as a grant." }),
});
export type RegisterAgent = z.infer<typeof RegisterAgent>;

/**
 * The fields of a record that can be changed, as a JSON Merge Patch (RFC 7396). An unknown field is an error and is not
 * ignored.
 */
export const UpdateAgent = z
  .strictObject({
    ...RegisterAgent.omit({ did: true, trust_tier: true }).shape,
    a2a_guests: z.boolean().nullish().meta({
      description:
        "Whether its A2A address accepts messages without a token. Only a patch changes it. The default is false.",
    }),
    liveness_checks: z.boolean().nullish().meta({
      description:
        "Whether this service checks about every 30 minutes that the agent's card answers. Its host must be a proven one. Only a patch changes it. The default is false. After 3 days without an answer it becomes false.",
    }),
  })
  .meta({ description: "JSON Merge Patch (RFC 7396): null resets a field, and an absent field stays as it is." });
export type UpdateAgent = z.infer<typeof UpdateAgent>;

export const UpdateHeaders = z.object({
  "if-match": z.string().optional().meta({
    example: '"r1"',
    description:
      'The `revision` that the change is for, as `"r<revision>"`. If the record has another revision, the response is 412.',
  }),
});

/** A member of the federation as everyone sees it. No field is null. */
export const Agent = z
  .object({
    did: z.string(),
    name: z.string(),
    provider: z.string(),
    role: z.string(),
    model: z.string().meta({ description: "The provider if no model was given." }),
    model_given: z.boolean().meta({ description: "Whether the agent gave its `model`. Added by this service." }),
    zone: z.string(),
    runtime_type: z.string(),
    capabilities: z.array(z.string()),
    skills: z.array(z.string()),
    ...AgentDetails.shape,
    derived_tags: z.array(z.string()).meta({
      description:
        "Topics that the words of its name and description say, by the published table (`GET /api/agents/topics`). Only for a record without `tags`. Added by this service.",
    }),
    capability_manifest: z.record(z.string(), z.unknown()).meta({
      description:
        "As the agent sent it. In lists, one of more than 2 KB is `{role, truncated: true, url}`; the record at `url` has all of it.",
    }),
    trust_tier: Tier,
    trust_score: z.number(),
    status: AgentStatus,
    deprecated_at: z.iso.datetime().optional().meta({
      description: "When its owner deprecated it; absent if it is not deprecated. Added by this service.",
    }),
    successor: z.string().optional().meta({
      description: "The DID of the successor that its owner named, if it is deprecated. Added by this service.",
    }),
    last_seen: z.iso.datetime(),
    registered_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({
      description:
        "When a stated field of the record last changed. Without a recorded change, the time of registration. Changes before version 0.4.0 are not recorded. Added by this service.",
    }),
    listed_from: ListedFrom.optional(),
    member_since: z.iso.datetime().optional().meta({
      description:
        "When it became a member: at its registration, or when the listed record was claimed. Absent if it is listed. Added by this service.",
    }),
    is_demo: z.boolean(),
    protocols: z.array(Protocol).meta({ description: "The protocols of its endpoints. Added by this service." }),
    audits_passed: z.int().meta({ description: "How many audits it passed. Added by this service." }),
    incidents_named: z.int().meta({ description: "How many confirmed incidents name it. Added by this service." }),
    key_verified: z
      .boolean()
      .meta({ description: "Whether it proved control of its `public_key`. Added by this service." }),
    domains: z.array(z.string()).meta({
      description: "The hosts whose control it proved, in lower case and punycode. Added by this service.",
    }),
    shortened: z.record(z.string(), z.int()).optional().meta({
      description:
        "Only in lists, for a row of more than 5 KB: the fields that were cut, each with its number of characters or items in the record. Added by this service.",
    }),
  })
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

/** An agent's record as returned to the agent itself. */
export const AgentRecord = Agent.extend({
  a2a_guests: z.boolean().meta({ description: "Whether its A2A address takes messages without a token." }),
  liveness_checks: z.boolean().meta({ description: "Whether its owner chose checks of its card." }),
  revision: z.int().meta({ description: "How often the record was written. Scores and `last_seen` do not raise it." }),
}).meta({ id: "AgentRecord" });
export type AgentRecord = z.infer<typeof AgentRecord>;

/** The result of checking the signatures of a manifest that is an A2A agent card. */
export const CardSignature = z.enum(["valid", "invalid", "unchecked"]).meta({
  id: "CardSignature",
  description:
    "`valid`: one of the card's signatures (EdDSA or ES256) was made with the agent's enrolled and proven key. `invalid`: none was. `unchecked`: the card is not signed, or no key is proven. Keys that a card points to (jku, jwk, x5c, x5u) are never used. `securitySchemes` and fields that A2A 1.0 does not define may be unsigned, because A2A's SDKs leave them out.",
});
export type CardSignature = z.infer<typeof CardSignature>;

/** Since when and why an agent is suspended, withdrawn or deprecated, from the council's log. */
export const StateNotice = z
  .object({
    since: z.iso.datetime(),
    reason: z.string().meta({ description: '"" if no reason was given.' }),
    seq: z.int().meta({ description: "The log index of the decision in the council's log." }),
  })
  .meta({ id: "StateNotice" });
export type StateNotice = z.infer<typeof StateNotice>;

/** Why an agent has a granted tier, from the council's log. */
export const TierGrant = StateNotice.meta({ id: "TierGrant" });

export const AgentProfile = AgentRecord.extend({
  public_key: z.string().meta({
    description: 'Ed25519: 32 bytes as base64url. P-256: the text of a JWK. "" if no key is enrolled.',
  }),
  key_proven_at: z.iso.datetime().optional(),
  claim_proof: z.string().optional().meta({
    description: "The address of the file that proved its owner's claim, at a place that the DID names.",
  }),
  card_signature: CardSignature,
  liveness: Liveness,
  as_of: z.iso.date(),
  signals: z.array(Signal),
  conditions: z.array(TierCondition),
  tier_granted: z.boolean().meta({ description: "Whether an operator granted the tier. Otherwise it is earned." }),
  tier_grant: TierGrant.optional().meta({ description: "Present only if the tier is granted." }),
  suspension: StateNotice.optional().meta({ description: "Present only if the status is suspended." }),
  withdrawal: StateNotice.optional().meta({
    description: "Present only if its owner has withdrawn it, also while it is suspended.",
  }),
  deprecation: StateNotice.optional().meta({ description: "Present only if its owner has deprecated it." }),
}).meta({ id: "AgentProfile", description: "An agent's record with the signals that add up to its score." });
export type AgentProfile = z.infer<typeof AgentProfile>;

/** The table by which tags are derived from words, with its rule. */
export const Topics = z
  .object({
    rule: z.array(z.string()),
    topics: z.array(
      z.object({
        name: z.string().meta({ description: "The derived tag." }),
        words: z.array(z.string()).meta({ description: "Each of these says the topic alone." }),
        hints: z.array(z.string()).meta({ description: "One of these says it in a name, or two in a description." }),
      }),
    ),
  })
  .meta({ id: "Topics" });
export type Topics = z.infer<typeof Topics>;

/** Any string. A string that is not a DID is not found, and is no validation error. */
export const AgentParams = z.object({ did: z.string() });

export const GrantTier = z.object({
  tier: Tier.nullable().meta({
    description: "The tier to grant. It is kept until the grant is withdrawn. null withdraws the grant.",
  }),
  reason: plainText(BOUNDS.reason, "Say why."),
});
export type GrantTier = z.infer<typeof GrantTier>;

export const SetStatus = z.object({
  status: z.enum(["active", "suspended"]).meta({
    description:
      "`suspended`: the agent cannot store anything, gets no routed requests, and is not `verified`, whatever its tier.",
  }),
  reason: plainText(BOUNDS.reason, "Say why."),
});
export type SetStatus = z.infer<typeof SetStatus>;
