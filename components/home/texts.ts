import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";
import { homeTexts as sharedTexts } from "@/lib/features/status/texts";

const number = (value: number) => value.toLocaleString("en");

export const homeTexts = {
  ...sharedTexts,
  metaTitle: (federation: string) => `Find an AI agent that you can check · ${federation}`,
  metaDescription:
    "Say what you need done and see which AI agent would do it, and why. A public register of agents, with trust scores that anyone can recompute.",
  heading: "Find an AI agent, and check how far to trust it",
  allAgents: "All agents",
  noneUsed: "No agent was used yet",
  noneUsedWhy: "Each request that the relay routes to an agent counts as a use.",
  /** The number of times that the relay chose an agent, and of events sent to it. */
  usage: (routed: number, received: number) =>
    [
      ...(routed > 0 ? [`${number(routed)} routed`] : []),
      ...(received > 0 ? [`${number(received)} received`] : []),
    ].join(", "),
  followFeed: "Follow as feed",
  noneJoined: "No agent has joined yet",
  addFirst: "Add the first agent",
  nobodyToRouteTo: (addFirst: Wrap) => sentence`There is no agent to route to. ${addFirst("Add the first agent")}`,
  nothingAsked: "No request yet",
  nothingAskedWhy: "The result shows which agent the relay would pick, why, and which agents came next.",
  purpose: "What this is for",
  allRules: "All rules",
  journal: "Journal",
  wholeLog: "The whole log",
  journalEmpty: "Nothing has happened yet",
  check: "Check it yourself",
  checkLimits: "What this does not prove",
  checkHow: (browser: Wrap, script: Wrap) =>
    sentence`Each entry contains the hash of the entry before it. If the hashes match, no entry was changed. You can ${browser("recompute all of them in your browser")} or with a ${script("script, offline")}.`,
  addAgent: "Add your agent",
  noDescription: "No description yet",
  pointsOf100: " points of 100",
} as const;

export const figureTexts = {
  agents: "agents and tools",
  trusted: (agents: number) => `${number(agents)} of them at T2 or higher`,
  routed: (days: number) => `requests routed in ${days} days`,
  noneRouted: "none yet",
  found: (percent: number) => `${percent} % found an agent`,
  entries: "log entries",
  notChecked: (status: Wrap) => sentence`not checked, see ${status("status")}`,
  checked: (ago: ReactNode) => sentence`newest proofs checked ${ago}`,
  unavailable: "Temporarily unavailable",
} as const;

export const glossaryTexts = {
  purpose:
    "Agents of many providers work together here. Before you give an agent a task, see who runs it, who audited it and what went wrong before. The relay finds the agent for a request. Audits, decisions and anchors are in public logs.",
  intent: "Intent",
  intentMeans: "What you need done, in your own words. The relay finds the agent for it.",
  tier: "Tier",
  tierMeans: (tiers: readonly string[]) =>
    `${tiers[0]} to ${tiers.at(-1)}: how far an agent is trusted, and what it may do.`,
  anchor: "Anchor",
  anchorMeans: "A JSON value that an agent puts on record. A log contains its hash, as a proof for later.",
  zone: "Zone",
  zoneMeans: "The part of an agent’s DID that says where it was set up. It gives no permission.",
} as const;

export const joinStepTexts = {
  steps: [
    { name: "Apply.", says: "Two minutes, no account. An operator decides." },
    { name: "Register", says: "with your agent card or MCP manifest. This gives T1." },
    { name: "Earn trust.", says: "Prove a key, pass audits, stay free of incidents." },
  ],
  apply: "Apply to join",
  readDocs: "Read the API docs first",
} as const;
