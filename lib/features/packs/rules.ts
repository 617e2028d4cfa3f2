import { invalid } from "@/lib/foundation/errors";

/** The longest period of a pack. */
export const MAX_DAYS = 90;
const DAY_MILLISECONDS = 86_400_000;

/** Maximum size of the files, without index, sums and statement, before compression. */
export const MEGABYTES = { anyone: 10, member: 50 } as const;
/** Maximum number of files. A zip without extensions can have 65,535. */
export const MAX_FILES = 20_000;

/** The parts whose size depends on the records, in their order in the pack. */
export const PARTS = ["versions", "audits", "incidents", "acts"] as const;
export type Part = (typeof PARTS)[number];

/** How much of the size may be used when a part is complete. So no part leaves no room for the acts, which are the proofs. */
export const USED_AFTER: Readonly<Record<Part, number>> = { versions: 0.2, audits: 0.4, incidents: 0.6, acts: 1 };

/** A period, both ends included. */
export interface Period {
  from: Date;
  to: Date;
}

/** Returns the period of a pack. @throws ServiceError `invalid` */
export function periodOf({ from, to }: { from?: Date | undefined; to?: Date | undefined }, now: Date): Period {
  const end = to !== undefined && to < now ? to : now;
  const begin = from ?? new Date(end.getTime() - MAX_DAYS * DAY_MILLISECONDS);
  if (begin > end) throw invalid("`from` must not be after `to`, and not in the future.", { field: "from" });
  if (end.getTime() - begin.getTime() > MAX_DAYS * DAY_MILLISECONDS) {
    throw invalid(`The period can have at most ${MAX_DAYS} days. Ask for several packs.`, { field: "from" });
  }
  return { from: begin, to: end };
}

/**
 * - `proven`: the log commits to all that it says.
 * - `stated`: only the service's signature on the pack says so.
 * - `erased`: its content or a part of it was erased, and its leaf is still in the log.
 */
export type ItemState = "proven" | "stated" | "erased";

/** The words of the index and of `audit.mjs`. */
export const STATE_WORDS: Readonly<Record<ItemState, string>> = {
  proven: "proven",
  stated: "only stated",
  erased: "erased",
};

/** A record in a pack, as the index lists it. */
export interface Item {
  part: Part | "replies";
  name: string;
  title: string;
  /** ISO 8601. */
  at: string;
  /** The places of the acts that it consists of, in the council's log. */
  seqs: readonly number[];
}

/** Returns the state of an act by its public content. */
export function stateOfAct(content: "public" | "redacted" | "older" | "elsewhere" | "private"): ItemState {
  if (content === "public") return "proven";
  return content === "redacted" ? "erased" : "stated";
}

/** Returns the state of a record that consists of acts. An act that is not in the pack proves nothing. */
export function stateOfRecord(seqs: readonly number[], acts: ReadonlyMap<number, ItemState>): ItemState {
  const states = seqs.map((seq) => acts.get(seq) ?? "stated");
  if (states.includes("erased")) return "erased";
  return states.length > 0 && states.every((state) => state === "proven") ? "proven" : "stated";
}
