import { z } from "zod";
import type { ClaimCheck } from "@/lib/database/schema/applications";
import { Label } from "@/lib/features/agents/schema";
import { BOUNDS } from "@/lib/foundation/bounds";
import { trimmed } from "@/lib/foundation/text/blank";
import { plainLine, plainText } from "@/lib/foundation/text/plain-text";
import { oneOf } from "@/lib/http/filter";
import { HoneyPot } from "@/lib/http/honey-pot";
import { pageQuery, USUAL_ROWS } from "@/lib/http/page";
import { PublicKey } from "@/lib/identity/public-key";
import { Tier } from "@/lib/identity/tiers";
import type { ClaimPlace } from "./claim-places";
import { adviseOnDid } from "./rules";

/** The owner of the requested token: one agent, or an organisation for the agents that it registers. */
export const ApplicationKind = z.enum(["agent", "provider"]);
export type ApplicationKind = z.infer<typeof ApplicationKind>;

/** pending → approved → claimed; pending or approved → rejected or withdrawn. */
export const ApplicationStatus = z.enum(["pending", "approved", "claimed", "rejected", "withdrawn"]);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

export type OwnerKind = "agent" | "organisation" | "operator";

const SECRET = /^fgs_apl_[A-Za-z0-9_-]{32}$/;

/**
 * The secret with which an applicant finds the application again. It is recognised wherever it appears, so that no log
 * stores it.
 */
export const ApplicationSecret = z.string().regex(SECRET);

const MAX_CAPABILITIES = 50;

const OutdatedForm = "This form is out of date. Copy your input, then load the page again.";
const DidField = z
  .string("Enter the DID.")
  .trim()
  .superRefine((text, context) => {
    const advice = adviseOnDid(text);
    if (advice) context.addIssue({ code: "custom", message: advice.problem });
  });

const Capabilities = plainText(10_000).transform((text, context) => {
  const labels = [...new Set(text.split(/[,\n]/).map(trimmed))].filter(Boolean);
  if (labels.length > MAX_CAPABILITIES) {
    context.addIssue({
      code: "custom",
      message: `At most ${MAX_CAPABILITIES} are allowed; these are ${labels.length}.`,
    });
  }
  if (!labels.every((label) => Label.safeParse(label).success)) {
    context.addIssue({ code: "custom", message: "Each may have at most 200 characters. Separate them by commas." });
  }
  return labels;
});

/** The key in any usual form. Its errors are sentences. */
const KeyField = z.string().transform((text, context) => {
  const key = PublicKey.safeParse(text.trim());
  if (key.success) return key.data;
  for (const { message } of key.error.issues) context.addIssue({ code: "custom", message: `It ${message}.` });
  return z.NEVER;
});

const common = {
  secret: z.string(OutdatedForm).regex(SECRET, OutdatedForm),
  organisation: plainLine(BOUNDS.name, "Enter the organisation or person that is responsible for it.").transform(
    (name) => name.normalize("NFC").replace(/\s+/g, " "),
  ),
  /** Required if the service sends mail. `submitApplication` checks that. */
  email: plainLine(BOUNDS.email)
    .pipe(z.union([z.literal(""), z.email("Enter an e-mail address, such as name@example.org.")]))
    .default(""),
  purpose: plainText(BOUNDS.description, "Describe in a few sentences what it will do."),
  rules: z.literal("on", "Accept the rules of the federation to continue."),
  website: HoneyPot,
};

/** An application from its form. Messages are for people and are shown at their fields. */
export const SubmitApplication = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("agent"),
      did: DidField,
      capabilities: Capabilities.default([]),
      requested_tier: Tier.catch("T1").default("T1"),
      public_key: KeyField.default(""),
      ...common,
    }),
    z.object({ kind: z.literal("provider"), ...common }),
  ],
  "Choose who the token is for.",
);
export type SubmitApplication = z.infer<typeof SubmitApplication>;

/** A request by the holder of the secret. */
export const ApplicationBySecret = z.object({ secret: ApplicationSecret });
export type ApplicationBySecret = z.infer<typeof ApplicationBySecret>;

/** An application as its applicant sees it. */
export interface ApplicationProgress {
  kind: ApplicationKind;
  did: string | null;
  organisation: string;
  status: ApplicationStatus;
  requested_tier: Tier;
  /** The tier that an operator grants with it; null if it is to be earned. */
  granted_tier: Tier | null;
  note: string;
  capabilities: string[];
  public_key: string;
  created_at: string;
  decided_at: string | null;
  claimed_at: string | null;
  /** Until when an approval can be claimed; null if there is none. */
  claim_until: string | null;
  /** The last look for the application's code; null if nobody has asked for one. */
  claim_check: ClaimCheck | null;
}

/** How the applicant can show that the DID is theirs. */
export interface Proof {
  code: string;
  places: ClaimPlace[];
}

/** The same with the applicant's input and the facts about the DID. */
export interface ApplicantView extends ApplicationProgress {
  email: string;
  purpose: string;
  /** Whether the approval has expired, so an operator must approve again. */
  lapsed: boolean;
  /** Whether the claim transfers the DID from its present owner. */
  hands_over: boolean;
  /** Whether the DID is that of a listed record, which has no owner yet. */
  listed: boolean;
  /** Null if no place would show anything. */
  proof: Proof | null;
}

/** The public facts about a DID for a future applicant. */
export type DidAvailability = "free" | "listed" | "in directory" | "of an organisation";

/** An application as operators see it: all input and all decisions. */
export interface Application extends ApplicationProgress {
  id: string;
  email: string;
  purpose: string;
  decided_by: string | null;
  credential_id: string | null;
}

/** The token of an approved application. It is shown only once. */
export interface ClaimedToken {
  token: string;
  expires_at: string | null;
}

export interface ApplicationBackground {
  /** The agent with the DID; null if none has joined. */
  member: { owner: OwnerKind; organisation: string | null; listed: boolean; registered_at: string } | null;
  /** Whether the claim transfers the DID from its present owner. */
  hands_over: boolean;
  /** Whether the approval has expired, so it can be given again. */
  lapsed: boolean;
  /** How many agents the organisation has; null for an agent's application. */
  agents: number | null;
  working_tokens: number;
  related: { id: string; status: ApplicationStatus; created_at: string }[];
  /** Organisations with other names that look like this one. */
  look_alikes: string[];
}

const Id = z.string();
const MAX_NOTE_CHARACTERS = 1_000;

export const ApproveApplication = z.object({
  id: Id,
  /** A tier to grant. null: the agent earns its own. */
  tier: Tier.nullable().default(null),
  note: plainText(MAX_NOTE_CHARACTERS).default(""),
  /** The organisation's name, typed by the operator. Required if it has agents or a key. */
  organisation: z.string().max(BOUNDS.name).optional(),
});
export type ApproveApplication = z.infer<typeof ApproveApplication>;

export const RejectApplication = z.object({
  id: Id,
  /** The status that the operator saw. An application whose status has changed since is not rejected. */
  seen: z.enum(["pending", "approved"]),
  note: plainText(MAX_NOTE_CHARACTERS, "Enter the reason. The applicant reads it."),
});
export type RejectApplication = z.infer<typeof RejectApplication>;

export const ApplicationQuery = z.object({
  status: oneOf(ApplicationStatus),
  q: z.string().optional(),
  ...pageQuery({ defaultLimit: USUAL_ROWS, maximumLimit: 100 }),
});
export type ApplicationQuery = z.infer<typeof ApplicationQuery>;

export interface ApplicationList {
  applications: Application[];
  total: number;
  limit: number;
  offset: number;
  /** Counts of all applications, whatever the filters. */
  by_status: Record<ApplicationStatus, number>;
  generated_at: string;
}
