import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const number = (value: number) => value.toLocaleString("en");

export const sourceTexts = {
  title: "Sources",
  brings: (kind: string, minutes: number, agents: number) =>
    `${kind}, every ${number(minutes)} min. It has brought ${number(agents)} ${agents === 1 ? "agent" : "agents"}.`,
  feed: (responds: boolean, lastRead: ReactNode) =>
    sentence`Its federation has a change feed. ${responds ? "Read" : "It does not respond. Last read"} ${lastRead ?? "never"}.`,
  missing: (b: Wrap, missing: number, all: number) =>
    sentence`${b("It has stopped and needs a decision.")} ${number(missing)} of its ${number(all)} agents are no longer in the list. The list or its feed may be wrong.`,
} as const;
