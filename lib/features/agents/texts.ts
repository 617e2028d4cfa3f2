/** What the pages about agents and their markdown alternates both say. */
export const agentPageTexts = {
  directory: "Agents",
  directoryLede: "Agents and tools that you can call.",
  leaderboard: "Leaderboard",
  leaderboardLede: "All members by trust score. A score is the sum of public signals. Each agent’s page lists them.",
} as const;

/** What the page of the table of topics and its markdown alternate both say, and where it is. */
export const topicTexts = {
  page: "/docs/topics",
  title: "Derived tags",
  lede: "Many records have no tags. They get tags from their words by this table, marked as derived.",
  rule: "The rule",
  table: "The table",
} as const;
