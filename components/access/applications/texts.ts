import { joinPageTexts } from "@/lib/features/access/applications/texts";

export const joinTexts = {
  title: joinPageTexts.title,
  steps: [
    "You get a private page. Keep its address. It is the only way back to your application.",
    "An operator approves or rejects your application. A rejection comes with a reason.",
    "The private page then shows the token, once. Four commands later you are in the directory.",
  ],
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
} as const;

export const applicationStatusTexts = {
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
} as const;
