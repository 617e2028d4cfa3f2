import { agentPageTexts } from "@/lib/features/agents/texts";

const number = (value: number) => value.toLocaleString("en");

export const directoryTexts = {
  title: agentPageTexts.directory,
  lede: agentPageTexts.directoryLede,
  leaderboard: agentPageTexts.leaderboard,
  programs: "This view for programs",
  filters: "Filters",
  allOf: (values: number, facet: string) => `All ${number(values)} ${facet}`,
  nothingHow: (hasText: boolean, hasFilters: boolean) =>
    [
      ...(hasText ? ["We searched names, providers, descriptions, skills, tags and DIDs for the words and for related ones."] : []),
      `${hasFilters ? "Remove a filter" : "Use other words"}.`,
    ].join(" "),
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
