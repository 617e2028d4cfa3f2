import { z } from "zod";
import { CredentialKind } from "@/lib/authority/credential-kind";
import { AgentRecord } from "@/lib/features/agents/schema";
import { JournalEntry } from "@/lib/features/council/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmedText } from "@/lib/foundation/text/blank";
import { plainLine } from "@/lib/foundation/text/plain-text";
import { Cursor, oneOf } from "@/lib/http/filter";
import { pageFields, pageQuery, wholeNumber } from "@/lib/http/page";
import { Did } from "@/lib/identity/did";
import { ROLES } from "@/lib/identity/roles";

const Organisation = trimmedText().min(1).max(BOUNDS.name);
const Label = plainLine(BOUNDS.name);
const MAX_LIFETIME_DAYS = 3_650;
const LIFETIME = `From 1 to ${MAX_LIFETIME_DAYS} days.`;
export const MAX_GRACE_SECONDS = 604_800;

const IdempotencyKey = z.string().min(1).max(BOUNDS.key).optional().meta({
  description:
    "A repeat with the same key and the same request returns the same credential with a new token, and the former token ends. No token is stored.",
});

/** Which owner fields each kind of credential has: required, optional or not allowed. */
const OWNER_FIELDS = {
  agent: { did: "required", organisation: "optional" },
  provider: { did: "none", organisation: "required" },
  operator: { did: "none", organisation: "none" },
} as const;

const Role = z.enum(ROLES).meta({
  id: "Role",
  description:
    "`viewer` reads everything. `reviewer` also decides applications without a tier, reports, incidents and replies. `operator` also does everything else but manage operators, which an `owner` does.",
});

const Pseudonym = z.string().regex(/^[a-z]{8}$/, "must be the eight letters of a pseudonym");

/** The input for a new credential: `did` for an agent's, `organisation` for a provider's. */
export const IssueCredential = z
  .object({
    kind: CredentialKind,
    did: Did.optional(),
    organisation: Organisation.optional().meta({
      description: "The provider's name. For an agent, give it only if the DID belongs to an organisation.",
    }),
    label: Label.default(""),
    operator: Pseudonym.optional().meta({
      description: "The operator who gets another token. Without it, kind operator makes a new one, named by `label`.",
    }),
    role: Role.optional().meta({
      description:
        "With kind operator only. The role of a new operator (default: operator), or the most that another token may do.",
    }),
    expires_in_days: z.int(LIFETIME).min(1, LIFETIME).max(MAX_LIFETIME_DAYS, LIFETIME).optional(),
    idempotency_key: IdempotencyKey,
  })
  .superRefine((value, context) => {
    for (const field of ["operator", "role"] as const) {
      if (value[field] === undefined || value.kind === "operator") continue;
      context.addIssue({ code: "custom", path: [field], message: `is not allowed for kind ${value.kind}` });
    }
    for (const owner of ["did", "organisation"] as const) {
      const wanted = OWNER_FIELDS[value.kind][owner];
      const present = value[owner] !== undefined;
      if (wanted === "optional" || present === (wanted === "required")) continue;
      const message = present ? `is not allowed for kind ${value.kind}` : `is required for kind ${value.kind}`;
      context.addIssue({ code: "custom", path: [owner], message });
    }
  });
export type IssueCredential = z.infer<typeof IssueCredential>;

/** The same input from a form, in which every field is text. */
export const IssueCredentialForm = z
  .looseObject({ expires_in_days: z.coerce.number().optional() })
  .pipe(IssueCredential);

/** A new operator, or another token of an operator, named by an owner. */
export const InviteOperator = z.object({
  kind: z.literal("operator").default("operator"),
  label: plainLine(BOUNDS.name, "Enter a name."),
  operator: Pseudonym.optional(),
  role: Role,
  expires_in_days: z.coerce.number().int(LIFETIME).min(1, LIFETIME).max(MAX_LIFETIME_DAYS, LIFETIME).optional(),
});
export type InviteOperator = z.infer<typeof InviteOperator>;

export const RotateCredential = z.object({
  grace_seconds: z.int().min(0).max(MAX_GRACE_SECONDS).optional(),
  idempotency_key: IdempotencyKey,
});
export type RotateCredential = z.infer<typeof RotateCredential>;

export const CredentialId = z.object({ id: z.string() });

export const RotateCredentialForm = CredentialId.extend({
  grace_seconds: z.coerce.number().optional(),
  idempotency_key: z.string().optional(),
}).pipe(RotateCredential.extend({ id: z.string() }));

/** A credential as an operator sees it, without its secret. */
export const Credential = z
  .object({
    id: z.string(),
    kind: CredentialKind,
    did: z.string().nullable(),
    organisation: z.string().nullable(),
    operator: z.string().nullable().meta({ description: "The pseudonym of its operator." }),
    role: Role.nullable().meta({ description: "The most that an operator's token may do; null for no limit." }),
    label: z.string(),
    created_at: z.iso.datetime(),
    created_by: z.string(),
    expires_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
    replaced_by: z.string().nullable(),
  })
  .meta({ id: "Credential" });
export type Credential = z.infer<typeof Credential>;

export const IssuedCredential = Credential.extend({
  token: z.string().meta({ description: "The bearer token. It is shown only once. Only its hash is stored." }),
}).meta({ id: "IssuedCredential" });
export type IssuedCredential = z.infer<typeof IssuedCredential>;

/** A credential as its holder sees it. */
export const OwnCredential = Credential.omit({ label: true, created_by: true })
  .extend({
    expiring: z.boolean().meta({ description: "Whether it ends within 14 days and was not rotated." }),
  })
  .meta({ id: "OwnCredential" });
export type OwnCredential = z.infer<typeof OwnCredential>;

export const RotateOwn = RotateCredential.extend({
  credential_id: z.string().max(BOUNDS.identifier).optional().meta({
    description: "The id of the credential to rotate. If the token belongs to another credential, nothing is rotated.",
  }),
});
export type RotateOwn = z.infer<typeof RotateOwn>;

/** The same input from a form. */
export const RotateOwnForm = z
  .looseObject({ grace_seconds: z.coerce.number().optional() })
  .pipe(RotateOwn.required({ credential_id: true }));

export const OperatorParams = z.object({ operator: z.string() });
export const ChangeOperator = z.object({ role: Role });

export const Operator = z
  .object({
    operator: z.string().meta({ description: "The pseudonym: eight letters, the operator's only name in public." }),
    name: z.string(),
    role: Role,
    tokens: z.int().meta({ description: "How many of its tokens work." }),
    openid_connect: z.boolean().meta({ description: "Whether the operator has signed in by OpenID Connect." }),
    last_used_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    created_by: z.string(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Operator" });
export type Operator = z.infer<typeof Operator>;
export const OperatorList = z.object({ operators: z.array(Operator) });
export type OperatorList = z.infer<typeof OperatorList>;

export const OwnQuery = z.object({ limit: wholeNumber(1, 100, 20), cursor: Cursor });
export type OwnQuery = z.infer<typeof OwnQuery>;

const NextCursor = z
  .string()
  .optional()
  .meta({ description: "The `cursor` of the next page; absent on the last page." });

export const OwnAgents = z.object({ agents: z.array(AgentRecord), next_cursor: NextCursor }).meta({ id: "OwnAgents" });
export type OwnAgents = z.infer<typeof OwnAgents>;

export const OwnActs = z.object({ acts: z.array(JournalEntry), next_cursor: NextCursor }).meta({ id: "OwnActs" });
export type OwnActs = z.infer<typeof OwnActs>;

export const CredentialList = z.object({
  credentials: z.array(Credential),
  ...pageFields,
});
export type CredentialList = z.infer<typeof CredentialList>;

export const CredentialFilters = z.object({
  kind: oneOf(CredentialKind),
  state: oneOf(
    z.enum(["working", "expiring", "ended"]),
    "`expiring`: works, was not rotated, and ends within 14 days. `ended`: expired or revoked.",
  ),
  q: z.string().optional().meta({
    description: "A part of the label, the DID or the organisation. Case is ignored.",
    example: "lattice",
  }),
});
export type CredentialFilters = z.infer<typeof CredentialFilters>;

export const CredentialQuery = CredentialFilters.extend(pageQuery({ defaultLimit: 50, maximumLimit: 200 }));
export type CredentialQuery = z.infer<typeof CredentialQuery>;

export const SignIn = z.object({ token: z.string().trim().max(BOUNDS.key) });
export type SignIn = z.infer<typeof SignIn>;

/** What the revocation of a credential ends. */
export interface RevocationEffect {
  sessions: number;
  /** Working tokens that its holder made from it. */
  successors: number;
  /** Working tokens that its owner keeps. */
  kept: number;
}

/** A session of a signed-in person. */
export interface Session {
  id: string;
  /** Null for a session by OpenID Connect. */
  credential_id: string | null;
  /** The agent's DID, the organisation, or the operator's name. */
  name: string;
  operator: string | null;
  created_at: string;
  last_seen_at: string;
}

/** A day on which an operator read personal data. */
export interface Reading {
  operator: string;
  name: string;
  /** The first time on that day, ISO 8601. */
  read_at: string;
}
