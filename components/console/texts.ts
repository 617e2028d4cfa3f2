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
  report: (id: string) => `Report ${id}`,
  decision: "Decision",
} as const;

export const consoleRfcTexts = {
  title: "RFCs",
  notFound: "No such RFC",
} as const;

export const standingTexts = {
  reason: "Reason",
} as const;
