import type { AgentProfile } from "./schema";

/** A reason not to start using an agent, for its page and the markdown alternate. */
export interface Notice {
  state: "Suspended" | "Withdrawn" | "Deprecated";
  /** Words between the state and the date. */
  by: string;
  /** ISO 8601; absent if the council's log has no entry for it. */
  since: string | undefined;
  /** What follows from it, in sentences. */
  effect: string;
  /** "" if no reason was given. */
  reason: string;
  /** The DID of the agent to use instead. */
  successor: string | undefined;
}

export type Noticed = Pick<
  AgentProfile,
  "status" | "suspension" | "withdrawal" | "deprecated_at" | "deprecation" | "successor"
>;

/** Returns the reasons not to start using an agent. If there is one, its page has no "Use it". */
export function noticesOf({ successor, ...agent }: Noticed): Notice[] {
  const { suspension, withdrawal, deprecation } = agent;
  const notices: Notice[] = [];
  const add = (said: { since: string; reason: string } | undefined, notice: Omit<Notice, "since" | "reason">) =>
    notices.push({ since: said?.since, reason: said?.reason ?? "", ...notice });
  if (agent.status === "suspended") {
    add(suspension, {
      state: "Suspended",
      by: " by an operator",
      effect:
        "Until it is reinstated, it cannot store anything and the relay does not route to it. Trust checks say not to trust it.",
      successor: undefined,
    });
  }
  if (withdrawal || agent.status === "withdrawn") {
    add(withdrawal, {
      state: "Withdrawn",
      by: "",
      effect: "This address and the record stay. The relay does not route to the agent, and lists leave it out.",
      successor: undefined,
    });
  }
  if (agent.deprecated_at !== undefined) {
    add(deprecation ?? { since: agent.deprecated_at, reason: "" }, {
      state: "Deprecated",
      by: "",
      effect: "It still works. The relay routes to it only if no other agent fits.",
      successor,
    });
  }
  return notices;
}
