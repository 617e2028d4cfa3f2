import type { Transaction } from "@/lib/database/open";
import type { AgentRow } from "@/lib/database/schema/agents";
import { partsOfDid } from "@/lib/identity/did";
import { type RecordedChange, recordChanges } from "./record-change";
import type { ChangeKind } from "./schema";

type AgentChangeKind = Extract<ChangeKind, `agent.${string}`>;

/** Records a change of one agent. The transaction must have locked or inserted its row. */
export function recordAgentChange(tx: Transaction, kind: AgentChangeKind, did: string, data: object): Promise<void> {
  return recordChanges(tx, [agentChange(kind, did, data)]);
}

export const agentChange = (kind: AgentChangeKind, did: string, data: object): RecordedChange => ({
  kind,
  subject: did,
  dids: [did],
  zone: partsOfDid(did).zone,
  data,
});

/** Returns the fields that a change of an agent's record contains. Demo agents and listed records are marked. */
export function agentFields({ name, status, isDemo, listed }: Pick<AgentRow, "name" | "status" | "isDemo" | "listed">) {
  return { name, status, ...(isDemo ? { is_demo: true } : {}), ...(listed ? { listed_from: listed.source } : {}) };
}
