import { agentPageTexts } from "@/lib/features/agents/texts";

const number = (value: number) => value.toLocaleString("en");

export const directoryTexts = {
  title: agentPageTexts.directory,
  lede: agentPageTexts.directoryLede,
  leaderboard: agentPageTexts.leaderboard,
  programs: "This view for programs",
  filters: "Filters",
  allOf: (values: number, facet: string) => `All ${number(values)} ${facet}`,
} as const;

export const leaderboardTexts = {
  title: agentPageTexts.leaderboard,
  agents: "Agents",
} as const;

export const providerTexts = {
  notFound: "Provider not found",
} as const;

export const profileTexts = {
  use: "Use it",
} as const;
