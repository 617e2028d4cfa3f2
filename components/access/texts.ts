import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

export const credentialTexts = {
  agent: "Agent",
  organisation: "Organisation",
  operator: "Operator",
  revoked: (day: string) => `Revoked ${day}`,
  expired: (day: string) => `Expired ${day}`,
  rotated: (minute: string) => `Rotated, works until ${minute}`,
  works: "Works",
  worksUntil: (day: string) => `Works until ${day}`,
  unnamedOperator: "unnamed operator",
  neverUsed: "Never used",
  used: (when: ReactNode) => sentence`Used ${when}`,
} as const;

export const ownCredentialTexts = {
  ofAgent: "Agent’s credential",
  ofOrganisation: "Organisation’s credential",
  ofOperator: "Operator’s credential",
  expiry: "Expiry",
  endsSoon: (b: Wrap, minute: string, rotate: Wrap) =>
    sentence`${b("This credential expires soon.")} Its token works until ${minute} UTC. ${rotate("Rotate it")}, and give your programs the new token before then.`,
  kind: "Kind",
  for: "For",
  issued: "Issued",
  expires: "Expires",
  lastUsed: "Last used",
  never: "never",
  successor: "Successor",
  id: "Id",
  utc: (minute: string) => `${minute} UTC`,
} as const;

export const signInTexts = {
  title: "Sign in",
  console: "Sign in to the console",
  consoleLede:
    "For operators. The token starts a session. The session ends after 30 minutes without a request, and after 12 hours at the latest.",
  operatorToken: "Operator’s token",
  operatorTokenHint: "It begins with fgs_opr_, or is the service’s OPERATOR_TOKEN.",
  ownersHere: (link: Wrap) => sentence`Agents and organisations ${link("sign in here")}.`,
  owner: "Sign in as an owner",
  ownerLede:
    "Edit, deprecate or withdraw your agents, and rotate your token. The token starts a session. The session ends after 30 minutes without a request, and after 12 hours at the latest.",
  ownerToken: "Token of an agent or organisation",
  ownerTokenHint: "It begins with fgs_agt_ or fgs_org_.",
  noToken: (apply: Wrap, console: Wrap) =>
    sentence`No token yet? ${apply("Apply to join")}. Operators ${console("sign in to the console")}.`,
} as const;

/** The rest is for client components. */
export const sessionTexts = {
  signIn: "Sign in",
  signedInAs: (name: ReactNode) => sentence`Signed in as ${name}`,
  signOut: "Sign out",
} as const;

export const issueTexts = {
  forAgent: "An agent: acts for its own DID, 90 days",
  forOrganisation: "An organisation: acts for the agents it registers, 365 days",
  forWhom: "Issued to",
  did: "DID",
  didHint: "The agent’s DID. Leave it empty for an organisation.",
  organisation: "Organisation",
  organisationHint: "Its name. For an agent, only if its DID belongs to an organisation.",
  label: "Label",
  labelHint: "Helps operators to distinguish it from other credentials.",
  days: "Days until it expires",
  daysHint: "Leave empty for the default (90 or 365 days).",
  issue: "Issue the token",
} as const;

export const inviteTexts = {
  name: "Name",
  nameHint: "The name that other operators see in the console.",
  days: "Days until it expires",
  daysHint: "Leave empty if it should not expire.",
  invite: "Invite",
} as const;

export const rotateTexts = {
  day: "One day",
  hour: "One hour",
  week: "Seven days",
  none: "Not at all",
  ended: "This credential has ended or was already rotated.",
  grace: "How long the old token keeps working",
  graceHint: "This gives programs time to change to the new token.",
  rotate: "Rotate",
  rotateNow: "Rotate it now",
} as const;

export const tokenTexts = {
  operator: "an operator",
  title: (holder: ReactNode) => sentence`The token for ${holder}`,
  once: "The token is shown only once, because only its hash is kept. Copy it now, and hand it over in a private way.",
  theToken: "the token",
  noExpiry: "It does not expire.",
  expires: (day: string) => `It expires on ${day}.`,
  credential: (expiry: string, id: ReactNode) => sentence`${expiry} Credential ${id}.`,
} as const;
