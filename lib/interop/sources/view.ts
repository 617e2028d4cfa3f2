import type { Tier } from "@/lib/identity/tiers";
import type { Report } from "./lists/report";
import type { Source, SourceRun } from "./schema";

/** What the import of a list would do, and the list as `PreviewedList` has it. */
export interface ListPreview {
  name: string;
  members: boolean;
  report: Report;
  packed: string;
}

/** What an operator withdraws who accepts that a list's missing agents are gone. */
export interface WithdrawalEffect {
  agents: number;
  /** How many have which tier, the highest first. */
  tiers: { tier: Tier; count: number }[];
  /** Some of them, those of the highest score. */
  shown: { did: string; name: string; tier: Tier }[];
  /** Working tokens for them. */
  tokens: number;
}

interface Stored extends Pick<Source, "id" | "kind" | "address" | "state" | "last" | "asks"> {
  everyMinutes: number;
  members: boolean;
  createdBy: string;
  createdAt: Date;
  nextAt: Date;
  isRunning: boolean;
  records: number;
  feed: { found: boolean; checkedAt: Date | null; failures: number } | null;
}

export function viewSource(row: Stored): Source {
  const { feed } = row;
  return {
    id: row.id,
    kind: row.kind,
    address: row.address,
    every_minutes: row.everyMinutes,
    members: row.members,
    state: row.state,
    running: row.isRunning,
    records: row.records,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    next_at: row.nextAt.toISOString(),
    last: row.last,
    feed: feed?.found ? { checked_at: feed.checkedAt?.toISOString() ?? null, failures: feed.failures } : null,
    asks: row.asks && { gone: row.asks.gone, of: row.asks.of },
  };
}

const WORDS = [
  ["registered", "new"],
  ["updated", "changed"],
  ["withdrawn", "withdrawn"],
  ["returned", "restored"],
  ["unchanged", "unchanged"],
  ["refused", "left out"],
] as const;

/** Describes the result of a fetch in a sentence. */
export function describeRun(run: SourceRun): string {
  if (run.failed !== undefined) return `Failed: ${run.failed}`;
  const counts = WORDS.flatMap(([count, word]) =>
    run[count] > 0 ? [`${run[count].toLocaleString("en")} ${word}`] : [],
  );
  if (run.notModified && counts.length === 0) return "The list has not changed.";
  const read = run.complete ? "Read the complete list" : "Read the changes";
  return `${read}: ${counts.length > 0 ? counts.join(", ") : "nothing"}.`;
}

/** The followed list that an agent came from. */
export interface SourceOrigin {
  host: string;
  standing: { tier?: string; score?: number } | null;
}

export function describeOrigin({ host, standing }: SourceOrigin): string {
  const stated = [standing?.tier ?? [], standing?.score?.toString() ?? []].flat().join(", score ");
  return stated === ""
    ? `The list of ${host}`
    : `The list of ${host}, which states: ${stated}. That has no effect here.`;
}
