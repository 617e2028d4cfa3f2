import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { homeTexts as sharedTexts } from "@/lib/features/status/texts";

const number = (value: number) => value.toLocaleString("en");

export const homeTexts = {
  ...sharedTexts,
  /** The number of times that the relay chose an agent, and of events sent to it. */
  usage: (routed: number, received: number) =>
    [
      ...(routed > 0 ? [`${number(routed)} routed`] : []),
      ...(received > 0 ? [`${number(received)} received`] : []),
    ].join(", "),
  noneJoined: "No agent has joined yet",
  nobodyToRouteTo: (addFirst: Wrap) => sentence`There is no agent to route to. ${addFirst("Add the first agent")}`,
  checkHow: (browser: Wrap, script: Wrap) =>
    sentence`Each entry contains the hash of the entry before it. If the hashes match, no entry was changed. You can ${browser("recompute all of them in your browser")} or with a ${script("script, offline")}.`,
} as const;

export const figureTexts = {
  trusted: (agents: number, listed: number) =>
    `${number(agents)} at T2 or higher${listed > 0 ? `; ${number(listed)} more are listed` : ""}`,
  notChecked: (status: Wrap) => sentence`not checked, see ${status("status")}`,
  checked: (ago: ReactNode) => sentence`newest proofs checked ${ago}`,
} as const;

export const joinStepTexts = {
  steps: [
    { name: "Apply.", says: "Two minutes, no account. An operator decides." },
    { name: "Register", says: "with your agent card or MCP manifest. This gives T1." },
    { name: "Earn trust.", says: "Prove a key, pass audits, stay free of incidents." },
  ],
} as const;
