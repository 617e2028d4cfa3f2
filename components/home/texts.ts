import { homeTexts as sharedTexts } from "@/lib/features/status/texts";

export const homeTexts = {
  ...sharedTexts,
  noneJoined: "No agent has joined yet",
} as const;

export const joinStepTexts = {
  steps: [
    { name: "Apply.", says: "Two minutes, no account. An operator decides." },
    { name: "Register", says: "with your agent card or MCP manifest. This gives T1." },
    { name: "Earn trust.", says: "Prove a key, pass audits, stay free of incidents." },
  ],
} as const;
