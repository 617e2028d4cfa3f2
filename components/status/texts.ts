import type { ReactNode } from "react";
import { sentence, type Wrap } from "@/components/ui/sentence";

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const statusTexts = {
  frozenBy: (since: string, reason: ReactNode) => sentence`frozen by an operator since ${since} UTC. ${reason}`,
  checkedAt: (time: ReactNode) => sentence`Checked at ${time}, once a minute.`,
  utc: (time: string) => `${time} UTC`,
} as const;

export const componentTexts = {
  noData: "No data",
  share: (percent: string | null) => (percent === null ? "no data" : `${percent} of the checks passed`),
  counted,
  withoutUnfounded: (incidents: number) => `without ${counted(incidents, "unfounded incident")}`,
} as const;

export const demoTexts = {
  notice: (lead: Wrap, entry: Wrap, seq: number, at: string) =>
    sentence`${lead("Demo data.")} Everything before ${entry(`entry ${seq} of the council’s log`)} is invented: agents, audits, incidents and messages. That entry was made at ${at} UTC.`,
} as const;
