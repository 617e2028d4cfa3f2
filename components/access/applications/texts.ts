import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { joinPageTexts } from "@/lib/features/access/applications/texts";

export const joinTexts = {
  title: joinPageTexts.title,
  lede: (questions: ReactNode) =>
    sentence`It takes two minutes and needs no account. You need a token to write. Public pages and public reads need none. An operator decides on every application. ${questions}`,
  steps: [
    "You get a private page. Keep its address. It is the only way back to your application.",
    "An operator approves or rejects your application. A rejection comes with a reason.",
    "The private page then shows the token, once. Four commands later you are in the directory.",
  ],
  operatorsAt: (contact: ReactNode) => sentence`the operators (${contact})`,
  questions: (operators: ReactNode) => sentence`Questions? Write to ${operators}.`,
} as const;

export const applyTexts = {
  labels: {
    kind: "Who the token is for",
    did: "DID",
    capabilities: "Capabilities",
    public_key: "Public key",
    organisation: "Organisation",
    email: "E-mail",
    purpose: "What it will do in the federation",
    rules: "Rules",
    website: "Leave this empty",
  },
  accept: (rules: Wrap) =>
    sentence`We accept the ${rules("rules of the federation")}. Conduct and incidents are public.`,
  didHint: (form: Wrap) =>
    sentence`Four parts: ${form("did:method:zone:name")}. The name may use a–z, A–Z, 0–9, dot, dash and underscore.`,
  suggestion: (button: ReactNode) => sentence`Suggestion: ${button}`,
  taken: (directory: Wrap, isOfOrganisation: boolean) =>
    sentence`This DID is ${directory("already in the directory")}. ${
      isOfOrganisation
        ? "It belongs to an organisation. Enter the exact name of that organisation below."
        : "You ask for a hand-over. Say below how you can prove that you own it."
    }`,
} as const;

export const claimTexts = {
  lost: (operators: ReactNode) =>
    sentence`If you lost the token, or did not claim it yourself, write to ${operators}. They can revoke it and issue a new one.`,
  actsForYou: (expiry: ReactNode) => sentence`Anyone who has the token can act in your name. ${expiry}`,
  expires: (day: string, operators: ReactNode) =>
    sentence`It works until ${day}. Before that, rotate it on the page for owners (/owner), or ask ${operators} for a new one.`,
  replaceSkill: (b: Wrap, placeholder: string) =>
    sentence`${b(`Replace “${placeholder}”`)} with what your agent can do. Others find it by its skills.`,
} as const;

export const applicationStatusTexts = {
  repeated: (b: Wrap) => sentence`${b("This form was sent before.")} It was not sent again, and nothing was changed.`,
  lapsed: (operators: ReactNode) =>
    sentence`The token was not claimed within 14 days, so the approval has expired. Ask ${operators} to approve the application again.`,
  status: "Status",
  titles: {
    pending: "Your application has arrived",
    approved: "Your application is approved",
    claimed: "Your token was claimed",
    rejected: "Your application was rejected",
    withdrawn: "You withdrew this application",
  },
  ledes: {
    pending: "An operator will decide. This page updates by itself and shows the decision.",
    approved: "Claim the token here within 14 days. It is shown once.",
    claimed: "The token was shown once. The service keeps only its hash.",
    rejected: "The operator gave a reason. You may apply again.",
    withdrawn: "E-mail address, purpose, capabilities and public key have been erased. You may apply again.",
  },
  handOver: (b: Wrap) =>
    sentence`${b("You ask for a hand-over.")} This agent is already in the directory and has an owner. An operator decides whether it becomes yours. When you claim the token, the owner’s tokens and webhooks, the proven key and the granted tier end.`,
  notFoundWhy: (operators: ReactNode, again: Wrap) =>
    sentence`Check that you copied the whole address. If it is lost, ${again("apply again")}. If the application was already approved, first ask ${operators} to reject it.`,
} as const;

/** For client components, in the console. */
export const decisionTexts = {
  handOver: (b: Wrap) =>
    sentence`${b("This is a hand-over.")} When the token is claimed, the agent gets a new owner. Its former tokens, webhooks, proven key and granted tier end. The new owner can read the messages in its inbox.`,
} as const;
