import type { Source, SourceRun } from "./schema";

/** A source as it is stored. */
interface Stored extends Pick<Source, "id" | "kind" | "address" | "state" | "last" | "asks"> {
  everyMinutes: number;
  createdBy: string;
  createdAt: Date;
  nextAt: Date;
  isRunning: boolean;
  records: number;
}

export function viewSource(row: Stored): Source {
  return {
    id: row.id,
    kind: row.kind,
    address: row.address,
    every_minutes: row.everyMinutes,
    state: row.state,
    running: row.isRunning,
    records: row.records,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    next_at: row.nextAt.toISOString(),
    last: row.last,
    asks: row.asks,
  };
}

const WORDS = [
  ["registered", "new"],
  ["updated", "changed"],
  ["withdrawn", "withdrawn"],
  ["returned", "back"],
  ["unchanged", "as before"],
  ["refused", "left out"],
] as const;

/** Says what came of a fetch, in a sentence. */
export function wordsOfRun(run: SourceRun): string {
  if (run.failed !== undefined) return `Failed: ${run.failed}`;
  const counts = WORDS.flatMap(([count, word]) =>
    run[count] > 0 ? [`${run[count].toLocaleString("en")} ${word}`] : [],
  );
  if (run.notModified && counts.length === 0) return "Nothing has changed there.";
  const read = run.complete ? "Read as a whole" : "Read what has changed";
  return `${read}: ${counts.length > 0 ? counts.join(", ") : "nothing"}.`;
}

/** The followed list that an agent came from. */
export interface Origin {
  host: string;
  standing: { tier?: string; score?: number } | null;
}

/** Says where an agent came from, and what is said of it there. */
export function wordsOfOrigin({ host, standing }: Origin): string {
  const said = [standing?.tier ?? [], standing?.score?.toString() ?? []].flat().join(", score ");
  return said === ""
    ? `The list of ${host}`
    : `The list of ${host}, which says: ${said}. That counts for nothing here.`;
}
