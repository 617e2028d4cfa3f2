export const ownerTexts = {
  owner: "Owner",
} as const;

export const editTexts = {
  saved: (revision: number) => `The record is saved. It is now at revision ${revision}.`,
  https: "An https address.",
  onePerLine: "One on each line.",
} as const;

export const stateFormTexts = {
  reason: "Reason",
  reasonHint: "Optional. Public, on the agent’s profile.",
} as const;

export const ownerPageTexts = {
  agents: "Agents",
} as const;
