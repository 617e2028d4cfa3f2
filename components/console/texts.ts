export const consoleTexts = {
  console: "Console",
  onRecord: "On record",
  allAbout: "All its actions",
  nothing: "None.",
} as const;

export const overviewTexts = {
  title: "Overview",
} as const;

export const activityTexts = {
  title: "Activity",
  change: (from: string | null, to: string) => (from === null ? `to ${to}` : `${from} to ${to}`),
  kinds: {
    "incident.agent_struck": "Agent cleared of an incident",
    "incident.exported": "Incident sealed",
    "memory.erased": "Payload erased",
    "memory.unfrozen": "Memory unfrozen",
    "relay.unfrozen": "Relay unfrozen",
    "rfc.activated": "RFC put in force",
    "rfc.entered": "RFC proposed",
    "source.gone_accepted": "Source’s missing agents withdrawn",
    "source.gone_kept": "Source’s missing agents kept",
    "source.stopped": "Source stopped: many agents are missing",
  },
} as const;

export const consoleAgentTexts = {
  title: "Agents",
  status: "Status",
  showAll: "Show all agents",
  overBounds: "Records with texts that are too long",
  notFound: "No such agent",
  tier: "Tier",
} as const;

export const consoleApplicationTexts = {
  title: "Applications",
  names: {
    pending: "Pending",
    approved: "Approved, not claimed",
    claimed: "Claimed",
    rejected: "Rejected",
    withdrawn: "Withdrawn",
  },
  notFound: "No such application",
  decision: "Decision",
} as const;

export const consoleAuditTexts = {
  title: "Record an audit",
} as const;

export const consoleCredentialTexts = {
  title: "Credentials",
  issue: "Issue a credential",
  notFound: "No such credential",
  forWhom: { agent: "an agent", provider: "an organisation", operator: "an operator" },
  rotateMeans: (days: number | null | undefined) =>
    `Replaces the token with a new one for the same owner. The old token keeps working for a while. The new token is valid ${days ? `for ${days} days` : "until it is revoked"}.`,
} as const;

export const freezeTexts = {
  title: "Freezes",
} as const;

export const consoleIncidentTexts = {
  title: "Incidents",
  open: "Open an incident",
  notFound: "No such incident",
} as const;

export const operatorTexts = {
  title: "Operators",
  unnamed: "unnamed operator",
} as const;

export const consoleReportTexts = {
  title: "Reports",
  names: { waiting: "Waiting", opened: "Opened", duplicate: "Duplicates", dismissed: "Dismissed" },
  report: (id: string) => `Report ${id}`,
  decision: "Decision",
} as const;

export const consoleRfcTexts = {
  title: "RFCs",
  notFound: "No such RFC",
} as const;

/** The rest is for client components. */
export const decideTexts = {
  moves: {
    DRAFT: { offer: "Make it a draft…", effect: "", button: "Make it a draft" },
    ACTIVE: {
      offer: "Put it in force…",
      effect: "The RFC is then in force. Its text does not change, and reviews stay open.",
      button: "Put it in force",
    },
    FROZEN: {
      offer: "Freeze it…",
      effect:
        "The RFC stays in force and can never change again. It takes no more reviews, and no other RFC can supersede it.",
      button: "Freeze it permanently",
    },
    SUPERSEDED: {
      offer: "Supersede it…",
      effect: "The RFC is permanently out of force. Its page links to its successor.",
      button: "Supersede it permanently",
    },
  },
} as const;

export const standingTexts = {
  reason: "Reason",
} as const;
