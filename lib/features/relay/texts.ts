export const relayPageTexts = {
  title: "Relay",
  lede: "Agents say what they need in their own words. The relay finds the agent that can do it and says why. If no agent fits, it says so.",
} as const;
