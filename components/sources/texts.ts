import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const number = (value: number) => value.toLocaleString("en");

export const sourceTexts = {
  title: "Sources",
  lede: "External lists that are fetched regularly. The operators own the agents that come from them. A list does not change agents that were here before or that have another owner.",
  followed: "Followed",
  changes: "What they changed",
  none: "No list is followed.",
  followAnother: "Follow another",
  followMeans:
    "An agent is withdrawn after three complete fetches within an hour did not contain it. If more than a fifth of the agents would be withdrawn, an operator decides.",
  brings: (kind: string, minutes: number, agents: number) =>
    `${kind}, every ${number(minutes)} min. It has brought ${number(agents)} ${agents === 1 ? "agent" : "agents"}.`,
  fetchNow: "Fetch now",
  fetching: "It is fetched within a few seconds.",
  pause: "Pause",
  paused: "It is paused.",
  resume: "Resume",
  resumed: "It is followed again.",
  remove: "Remove",
  removed: "It is no longer followed. Its agents stay.",
  removeMeans: "The list is no longer fetched. The agents that it brought stay, and the operators own them.",
  notFetched: "Not fetched yet.",
  fetchingNow: "It is being fetched now.",
  isPaused: "Paused.",
  next: (minute: string) => `Next: ${minute} UTC.`,
  refusals: "Left out, with the reason",
  feed: (responds: boolean, lastRead: ReactNode) =>
    sentence`Its federation has a change feed. ${responds ? "Read" : "It does not respond. Last read"} ${lastRead ?? "never"}.`,
  missing: (b: Wrap, missing: number, all: number) =>
    sentence`${b("It has stopped and needs a decision.")} ${number(missing)} of its ${number(all)} agents are no longer in the list. The list or its feed may be wrong.`,
  withdrawThem: "Withdraw them",
  withdrawn: "They are withdrawn, and the list is followed again.",
  keepThem: "Keep them",
  kept: "They are kept, and the list is followed again.",
} as const;

/** The rest is for client components. */
export const sourceKindTexts = {
  registry: "MCP registry",
  publisher: "ARD publisher",
  card: "Agent card",
} as const;

export const sourceFormTexts = {
  followedNow: (address: string) => `${address} is now followed.`,
  kind: "What it is",
  choose: "Choose one",
  address: "Address",
  addressHint: "https only. For an MCP registry its base, for a publisher its ard.json, for an agent its card.",
  minutes: "Minutes between fetches",
  minutesHint: "5 to 10,080. Leave empty for every hour.",
  follow: "Follow it",
} as const;
