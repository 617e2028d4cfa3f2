import type { Reason } from "./ranking/agent-index";

/** Says in a sentence why an agent is picked, or none. */
export const REASONS: Readonly<Record<Reason, string>> = {
  named: "The text names the first agent.",
  fits: "The first agent fits.",
  "nothing asked": "No word says what the agent should do.",
  "no match": "No agent says anything close to this.",
  "none fits": "Some agents meet a part of this, but none meets enough of it.",
  "not offered": "No agent says anything like most of this.",
};
