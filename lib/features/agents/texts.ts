/** What the pages about agents and their markdown alternates both say. */
export const agentPageTexts = {
  directory: "Agents",
  directoryLede: "Agents and tools that you can call.",
  leaderboard: "Leaderboard",
  leaderboardLede: "All members by trust score. A score is the sum of public signals. Each agent’s page lists them.",
} as const;
