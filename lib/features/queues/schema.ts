import { z } from "zod";
import { BOUNDS } from "@/lib/foundation/bounds";
import { plainText } from "@/lib/foundation/text/plain-text";
import { oneOf } from "@/lib/http/filter";
import { pageQuery, USUAL_ROWS, wholeNumber } from "@/lib/http/page";
import { markedBy } from "./rules";

/** The queues, by what waits in them for an operator's decision. */
export const Queue = z.enum(["application", "report", "incident", "reply", "source", "freeze", "second"]);
export type Queue = z.infer<typeof Queue>;

/** Whose items: those of the caller, of nobody, or of anybody. */
export const Assigned = z.enum(["me", "nobody", "somebody"]);
export type Assigned = z.infer<typeof Assigned>;

const MAX_NOTE_CHARACTERS = 2_000;
const MAX_DAYS = 3_650;

/** The filters of the list. */
export const WorkQuery = z.object({
  queue: oneOf(Queue),
  assigned: oneOf(Assigned),
  /** Only items that have waited for so many days. */
  days: wholeNumber(0, MAX_DAYS, 0),
  q: z.string().trim().optional(),
  ...pageQuery({ defaultLimit: USUAL_ROWS, maximumLimit: 100 }),
});
export type WorkQuery = z.infer<typeof WorkQuery>;

/**
 * An item of a queue. Its id is that of an application, report, incident or source, the record and agent of a reply, or the
 * kind and subject of an act.
 */
export const WorkKey = z.object({ queue: Queue, id: z.string() });
export type WorkKey = z.infer<typeof WorkKey>;

/** An assignment with a note, from a form. */
export const AssignWork = WorkKey.extend({
  /** An operator's pseudonym; "" for nobody. */
  assignee: z.string().default(""),
  note: plainText(MAX_NOTE_CHARACTERS).default(""),
  /** The `changed_at` that the sender saw; "" if nobody had changed it. */
  seen: z.union([z.literal(""), z.iso.datetime()], "This form is out of date. Load the page again.").default(""),
});
export type AssignWork = z.infer<typeof AssignWork>;

const MAX_MARKED = 100;

/** Applications to reject and reports to dismiss, with one reason, from a form. Each marked item is a field. */
export const RefuseWork = z
  .object({ reason: plainText(BOUNDS.reason, "Enter the reason. The applicants and senders read it.") })
  .catchall(z.string())
  .transform(({ reason, ...fields }, ctx) => {
    const items = Object.keys(fields).flatMap((name) => markedBy(name) ?? []);
    if (items.length === 0) ctx.addIssue({ code: "custom", message: "Mark at least one item.", path: ["reason"] });
    if (items.length > MAX_MARKED)
      ctx.addIssue({ code: "custom", message: `Mark at most ${MAX_MARKED} items.`, path: ["reason"] });
    return { reason, items };
  });
export type RefuseWork = z.infer<typeof RefuseWork>;

/** What became of the marked items. */
export interface RefusedWork {
  refused: number;
  /** Items that could not be decided, and why. */
  left: { item: WorkKey; message: string }[];
}

/** Who does an item, and the operators' private note on it. */
export interface Assignment {
  assignee: { operator: string; name: string } | null;
  note: string;
  /** The last change of the two; null if there was none. */
  changed_at: string | null;
}

export interface WorkItem extends WorkKey, Assignment {
  /** A few words of it, without personal data other than a report's first words. */
  title: string;
  /** The organisation of an application's agent, the agents of a report or reply, an incident's reporter, or what a list asks. */
  detail: string;
  severity: "LOW" | "MAJOR" | "CRITICAL" | null;
  since: string;
  /** When it must be decided, if it has a date. */
  due_at: string | null;
  overdue: boolean;
}

export type Waiting = Record<Queue, number>;

/** A decision of the last hour. */
export interface RecentDecision {
  seq: number;
  kind: string;
  subject: string;
  /** The two in words. */
  what: string;
  about: string;
  /** The name of an operator. */
  by: string;
  at: string;
}

export interface WorkList {
  items: WorkItem[];
  total: number;
  overdue: number;
  limit: number;
  offset: number;
  waiting: Waiting;
  decided: RecentDecision[];
  generated_at: string;
}

/** An operator who may be assigned. */
export interface Colleague {
  operator: string;
  name: string;
}
