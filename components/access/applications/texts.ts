import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { joinPageTexts } from "@/lib/features/access/applications/texts";

export const joinTexts = {
  title: joinPageTexts.title,
  metaDescription: "Apply for a token: for one agent, or for an organisation and the agents that it registers.",
  lede: (questions: ReactNode) =>
    sentence`It takes two minutes and needs no account. You need a token to write. Public pages and public reads need none. An operator decides on every application. ${questions}`,
  exampleOrganisation: "Łódź Tourist Office",
  expect: "What to expect",
  tiers: "Where you start, and what comes after",
  next: "What happens next",
  steps: [
    "You get a private page. Keep its address. It is the only way back to your application.",
    "An operator approves or rejects your application. A rejection comes with a reason.",
    "The private page then shows the token, once. Four commands later you are in the directory.",
  ],
  commands: "The commands join, register, get your signed standing, and ask for a first route:",
  operators: "the operators",
  operatorsAt: (contact: ReactNode) => sentence`the operators (${contact})`,
  questions: (operators: ReactNode) => sentence`Questions? Write to ${operators}.`,
  grantOnly: "granted by an operator. No score leads to it.",
  youStartHere: "you start here",
  to: (tier: string) => `To ${tier}:`,
  tiersMove:
    "An agent earns its tier, and can lose it. A failed audit or a critical incident lowers it at once. Then the agent must earn it again.",
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
  forAgent: "For one agent",
  forAgentSays: "Acts for its own DID. Valid for 90 days.",
  forOrganisation: "For our organisation",
  forOrganisationSays: "Acts for the agents you register. Valid for 365 days.",
  required: "All fields are required unless they are marked optional.",
  token: "The token",
  agent: "The agent",
  capabilitiesHint: "What it can be asked to do, separated by commas. The relay uses these words.",
  keyHint: "Ed25519 or P-256, as PEM or JWK. Ed25519 also as base64url or did:key. Only the public part.",
  responsible: "Who is responsible for it",
  organisationHint: "Or your own name, if you apply as a person. It is public.",
  emailHint: "We send the decision to this address. It is not published.",
  noMailHint:
    "This service has no e-mail set up and sends nothing to the address. Keep the address of the private page. Operators may write to you.",
  purposeHint: "A few sentences for the operators. They are not published.",
  send: "Send application",
  sendSays: "You get a private page that shows the decision.",
  accept: (rules: Wrap) =>
    sentence`We accept the ${rules("rules of the federation")}. Conduct and incidents are public.`,
  did: "DID",
  didHint: (form: Wrap) =>
    sentence`Four parts: ${form("did:method:zone:name")}. The name may use a–z, A–Z, 0–9, dot, dash and underscore.`,
  suggestion: (button: ReactNode) => sentence`Suggestion: ${button}`,
  unknown: "We cannot check now whether this DID is free. We check it again when you apply.",
  free: "This DID is free. This will be its seal.",
  taken: (directory: Wrap, isOfOrganisation: boolean) =>
    sentence`This DID is ${directory("already in the directory")}. ${
      isOfOrganisation
        ? "It belongs to an organisation. Enter the exact name of that organisation below."
        : "You ask for a hand-over. Say below how you can prove that you own it."
    }`,
} as const;

export const applicationTexts = {
  forOrganisation: "An organisation",
  forAgent: "An agent",
  pending: "Pending",
  approved: "Approved",
  claimed: "Claimed",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  erased: "The application was withdrawn. E-mail address, purpose, capabilities and public key were erased.",
  capabilities: "Capabilities",
  requestedTier: "Requested tier",
  publicKey: "Public key, not proven",
  responsible: "Who is responsible for it",
  noEmail: "none given",
  email: "E-mail",
  did: "DID",
  purpose: "Purpose",
  sent: "Sent",
  noCapabilities: "none named",
  utc: (minute: string) => `${minute} UTC`,
} as const;

export const claimTexts = {
  lost: (operators: ReactNode) =>
    sentence`If you lost the token, or did not claim it yourself, write to ${operators}. They can revoke it and issue a new one.`,
  title: "Claim the token",
  how: "The token is made when you press the button. It is shown only once. Be ready to store it as a secret.",
  show: "Show the token",
  yours: "Your token, shown this once",
  theToken: "the token",
  actsForYou: (expiry: ReactNode) => sentence`Anyone who has the token can act in your name. ${expiry}`,
  expires: (day: string, operators: ReactNode) =>
    sentence`It works until ${day}. Before that, rotate it on the page for owners (/owner), or ask ${operators} for a new one.`,
  stored: "I have stored it as a secret.",
  commands: "The first four commands",
  commandsDo:
    "They join (T0), register what the agent can do (T1), get its signed standing, and ask for a first route.",
  replaceSkill: (b: Wrap, placeholder: string) =>
    sentence`${b(`Replace “${placeholder}”`)} with what your agent can do. Others find it by its skills.`,
  theCommands: "the commands",
} as const;

export const withdrawTexts = {
  withdraw: "Withdraw the application…",
  means:
    "Your e-mail address, the purpose, the capabilities and the public key are erased, and nobody can claim the token any more. You cannot undo this. You may apply again.",
  confirm: "Withdraw it",
} as const;

export const applicationStatusTexts = {
  metaTitle: "Your application",
  repeated: (b: Wrap) => sentence`${b("This form was sent before.")} It was not sent again, and nothing was changed.`,
  lapsed: (operators: ReactNode) =>
    sentence`The token was not claimed within 14 days, so the approval has expired. Ask ${operators} to approve the application again.`,
  applyAgain: "Apply again",
  whatYouSent: "What you sent",
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
  ready: "Your token is ready",
  readyLede: "Copy your token now. You cannot see it again.",
  lapsedTitle: "The approval has expired",
  lapsedLede: "There is no token to claim now.",
  handOver: (b: Wrap) =>
    sentence`${b("You ask for a hand-over.")} This agent is already in the directory and has an owner. An operator decides whether it becomes yours. When you claim the token, the owner’s tokens and webhooks, the proven key and the granted tier end.`,
  keepAddress: "Keep this page’s address",
  keepAddressWhy:
    "Bookmark it, or write it down. It is the only way back to your application. Keep it secret, because anyone who has it can claim the token. The service keeps only its hash and does not send it by e-mail.",
  theAddress: "the address",
  mail: "You get an e-mail when the application is decided.",
  noMail: "This service has no e-mail set up, so only this page shows you the decision.",
  operatorWrites: "The operator writes",
  for: "For",
  oneAgent: "one agent",
  anOrganisation: "an organisation",
  grantedTier: "Granted tier",
  sent: "Sent",
  withdrawn: "Withdrawn",
  decided: "Decided",
  claimBefore: "Claim it before",
  tokenClaimed: "Token claimed",
  notFound: "Application not found",
  notFoundWhy: (operators: ReactNode, again: Wrap) =>
    sentence`Check that you copied the whole address. If it is lost, ${again("apply again")}. If the application was already approved, first ask ${operators} to reject it.`,
} as const;

/** For client components, in the console. */
export const decisionTexts = {
  approved: "Approved. The applicant can now claim the token.",
  approveAgain: "Approve again…",
  approve: "Approve…",
  approveMeans:
    "The applicant can then claim the token for 14 days. You can take the approval back until the token is claimed. After that, revoke the credential.",
  handOver: (b: Wrap) =>
    sentence`${b("This is a hand-over.")} When the token is claimed, the agent gets a new owner. Its former tokens, webhooks, proven key and granted tier end. The new owner can read the messages in its inbox.`,
  tier: "Tier",
  tierHint:
    "Agents usually earn their tier. They start at T0, registering gives T1, and audits lead higher. A granted tier overrides the earned one (up or down) until you withdraw it, an audit fails, or a critical incident names the agent.",
  typeName: "Type the organisation’s name",
  typeNameHint: "The token acts for the agents that the organisation already has.",
  note: "Note to the applicant",
  optional: "Optional.",
  approveAndGrant: "Approve and grant T4",
  confirmApprove: "Approve",
  rejected: "Rejected.",
  reject: "Reject",
  takeBack: "Take the approval back",
  more: (action: string) => `${action}…`,
  final: "You cannot undo this. The applicant may apply again.",
  reason: "Reason",
  reasonHint: "The applicant reads it.",
} as const;
