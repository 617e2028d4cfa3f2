import { LRUCache } from "lru-cache";

export interface StatementSummary {
  /** Such as `SELECT`. */
  operation: string;
  /** The table that it writes first, else the table that its outermost part reads first; undefined if it names none. */
  collection: string | undefined;
}

const OPERATION = /^\s*([a-z]{1,20})\b/i;
const LITERALS = /'[^']*'|--[^\n]*|\/\*[^*]*\*\//g;
const NAMED_QUERIES =
  /(?:\bwith(?:\s+recursive)?|,|\))\s*"?(\w+)"?(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const WRITES = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)(?=\s|\(|$)/gi;
const READS = /\b(?:from|join)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)(?!\s*\(|["\w.])/gi;
/** Words that are not a table's name, although they can be in its place. */
const NO_TABLE = /^(?:select|lateral|set|of|nowait|skip|unnest|values|only)$/i;

const bare = (name: string) => name.replaceAll('"', "").split(".").at(-1) ?? "";

/** Counts the parentheses that are open at a position. */
function depthAt(text: string, end: number): number {
  let depth = 0;
  for (const character of text.slice(0, end)) depth += character === "(" ? 1 : character === ")" ? -1 : 0;
  return depth;
}

function summarize(text: string): StatementSummary {
  const words = text.replace(LITERALS, "''");
  const named = new Set([...words.matchAll(NAMED_QUERIES)].map(([, name = ""]) => name.toLowerCase()));
  const isTable = (name: string) => !named.has(bare(name).toLowerCase()) && !NO_TABLE.test(bare(name));
  for (const [, verb = "", name = ""] of words.matchAll(WRITES)) {
    if (!isTable(name)) continue;
    return { operation: (verb.split(/\s/, 1)[0] ?? "").toUpperCase(), collection: bare(name) };
  }
  const reads = [...words.matchAll(READS)].filter(([, name = ""]) => isTable(name));
  const read = reads.toSorted((a, b) => depthAt(words, a.index) - depthAt(words, b.index))[0]?.[1];
  const first = (OPERATION.exec(words)?.[1] ?? "statement").toUpperCase();
  return { operation: first === "WITH" ? "SELECT" : first, collection: read && bare(read) };
}

const kept = new LRUCache<string, StatementSummary>({ max: 1_000, memoMethod: (text) => summarize(text) });

/** Summarises a statement whose values are parameters. */
export const statementSummary = (text: string): StatementSummary => kept.memo(text);
