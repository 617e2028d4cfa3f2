import { z } from "zod";
import { confirmTopTier, Label } from "@/lib/agents/schema";
import { oneOf } from "@/lib/http/filter";
import { pageQuery } from "@/lib/http/page";
import { PublicKey } from "@/lib/public-key";
import { plainLine, plainText } from "@/lib/text/plain-text";
import { Tier } from "@/lib/tiers";
import { adviseOnDid } from "./rules";

/** For whom a token is asked: one agent, or an organisation for the agents that it registers. */
export const ApplicationKind = z.enum(["agent", "provider"]);
export type ApplicationKind = z.infer<typeof ApplicationKind>;

/** pending → approved → claimed; pending or approved → rejected or withdrawn. */
export const ApplicationStatus = z.enum(["pending", "approved", "claimed", "rejected", "withdrawn"]);
export type ApplicationStatus = z.infer<typeof ApplicationStatus>;

/** Who owns an agent's record. */
export type OwnerKind = "agent" | "organisation" | "operator";

const SECRET = /^fgs_apl_[A-Za-z0-9_-]{32}$/;

/** What names an application to whoever made it. Recognised wherever it appears, so that no log keeps it. */
export const ApplicationSecret = z.string().regex(SECRET);

const MAX_CAPABILITIES = 50;

const OutdatedForm = "This form is out of date. Load the page again; copy what you wrote first.";
const DidField = z
  .string("Give the DID.")
  .trim()
  .superRefine((text, context) => {
    const advice = adviseOnDid(text);
    if (advice) context.addIssue({ code: "custom", message: advice.problem });
  });

const Capabilities = plainText(10_000).transform((text, context) => {
  const labels = [...new Set(text.split(/[,\n]/).map((label) => label.trim()))].filter(Boolean);
  if (labels.length > MAX_CAPABILITIES) {
    context.addIssue({ code: "custom", message: `At most ${MAX_CAPABILITIES}; these are ${labels.length}.` });
  }
  if (!labels.every((label) => Label.safeParse(label).success)) {
    context.addIssue({ code: "custom", message: "Each has at most 200 characters; part them by commas." });
  }
  return labels;
});

/** The key as people have it. What is wrong with it is said as a sentence. */
const KeyField = z.string().transform((text, context) => {
  const key = PublicKey.safeParse(text.trim());
  if (key.success) return key.data;
  for (const { message } of key.error.issues) context.addIssue({ code: "custom", message: `It ${message}.` });
  return z.NEVER;
});

const common = {
  secret: z.string(OutdatedForm).regex(SECRET, OutdatedForm),
  organisation: plainLine(200, "Name the organisation, or the person, who answers for it.").transform((name) =>
    name.normalize("NFC").replace(/\s+/g, " "),
  ),
  /** Needed where the service sends mail; `submitApplication` sees to that. */
  email: plainLine(254)
    .pipe(z.union([z.literal(""), z.email("Give an e-mail address, such as name@example.org.")]))
    .default(""),
  purpose: plainText(4_000, "Say in a few sentences what it will do."),
  rules: z.literal("on", "Accept the rules of the federation to go on."),
  website: z.literal("", "Leave this field empty.").default(""),
};

/** An application as its form sends it; messages are for people, and stand at their fields. */
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
  "Say for whom the token is.",
);
export type SubmitApplication = z.infer<typeof SubmitApplication>;

/** An act of whoever holds the secret. */
export const HeldApplication = z.object({ secret: ApplicationSecret });
export type HeldApplication = z.infer<typeof HeldApplication>;

/** What its applicant sees of an application. */
export interface ApplicationStanding {
  kind: ApplicationKind;
  did: string | null;
  organisation: string;
  status: ApplicationStatus;
  requested_tier: Tier;
  /** The tier an operator grants with it; null where it is to be earned. */
  granted_tier: Tier | null;
  /** The operator's words. */
  note: string;
  capabilities: string[];
  public_key: string;
  created_at: string;
  decided_at: string | null;
  claimed_at: string | null;
  /** Until when an approval can be claimed; null where there is none. */
  claim_until: string | null;
}

/** The same with what its applicant wrote, and should know of the DID. */
export interface HeldStanding extends ApplicationStanding {
  email: string;
  purpose: string;
  /** Whether the approval has lapsed: an operator has to give it again. */
  lapsed: boolean;
  /** Whether the claim takes the DID over from its present owner. */
  hands_over: boolean;
}

/** What anyone may know of a DID before applying for it. */
export type DidStanding = "free" | "in directory" | "of an organisation";

/** An application as operators see it: everything that was said, and what became of it. */
export interface Application extends ApplicationStanding {
  id: string;
  email: string;
  purpose: string;
  decided_by: string | null;
  credential_id: string | null;
}

/** The token of an approved application, shown this once. */
export interface ClaimedToken {
  token: string;
  expires_at: string | null;
}

/** What is known about the DID or the organisation of an application. */
export interface ApplicationBackground {
  /** The agent under the DID; null where nobody has joined under it. */
  member: { owner: OwnerKind; organisation: string | null; registered_at: string } | null;
  /** Whether the claim takes the DID over from its present owner. */
  hands_over: boolean;
  /** Whether the approval has lapsed, so that it can be given again. */
  lapsed: boolean;
  /** How many agents the organisation has; null for an agent's application. */
  agents: number | null;
  /** Tokens that the DID, or the organisation, has and that work. */
  working_tokens: number;
  /** Other applications for the same. */
  related: { id: string; status: ApplicationStatus; created_at: string }[];
  /** Organisations that are known under other names that look like this one. */
  look_alikes: string[];
}

const Id = z.string();
const MAX_NOTE_CHARACTERS = 1_000;

export const ApproveApplication = z.object({
  id: Id,
  /** A tier to pin; null: the agent earns its own. */
  tier: Tier.nullable().default(null),
  note: plainText(MAX_NOTE_CHARACTERS).default(""),
  /** The organisation's name, typed by the operator; needed where it has agents or a key. */
  organisation: z.string().max(200).optional(),
});
export type ApproveApplication = z.infer<typeof ApproveApplication>;

/** The same as a form sends it. */
export const ApproveApplicationForm = ApproveApplication.extend({ confirmed: z.string().optional() }).superRefine(
  confirmTopTier,
);

export const RejectApplication = z.object({
  id: Id,
  /** The status that the operator saw: what has moved on since is not rejected unseen. */
  seen: z.enum(["pending", "approved"]),
  note: plainText(MAX_NOTE_CHARACTERS, "Give the reason: the applicant reads it."),
});
export type RejectApplication = z.infer<typeof RejectApplication>;

export const ApplicationQuery = z.object({
  status: oneOf(ApplicationStatus),
  q: z.string().optional(),
  ...pageQuery({ defaultLimit: 25, maximumLimit: 100 }),
});
export type ApplicationQuery = z.infer<typeof ApplicationQuery>;

export interface ApplicationList {
  applications: Application[];
  total: number;
  limit: number;
  offset: number;
  /** Of all, whatever the filters. */
  by_status: Record<ApplicationStatus, number>;
  generated_at: string;
}
