import { homeTexts as sharedTexts } from "@/lib/features/status/texts";

export const homeTexts = {
  ...sharedTexts,
  noneJoined: "No agent has joined yet",
} as const;
