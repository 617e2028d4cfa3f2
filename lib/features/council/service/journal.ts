import { and, desc, eq, gt, inArray, lt, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { incidents } from "@/lib/database/schema/incidents";
import { ledgerActs, ledgerHeads } from "@/lib/database/schema/ledger";
import { rfcs } from "@/lib/database/schema/rfcs";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { PUBLIC_GROUPS } from "../rules";
import type { JournalEntry } from "../schema";
import { actGroup } from "./act-group";
import { readAgentNames } from "./agent-names";

/** The journal reads this many of the newest acts, so its cost does not grow with the log. */
const NEWEST_ACTS = 200;

const INCIDENT = /^incident:(\d+)$/;
const RFC = /^rfc-(\d+)$/;

/** Returns the names of agents and the titles of incidents and RFCs, by their names in acts. */
async function readNames(ctx: Pick<Context, "db">, called: readonly string[]): Promise<Map<string, string>> {
  const { db } = ctx;
  const numbersOf = (form: RegExp) => called.flatMap((name) => form.exec(name)?.[1] ?? []).map(Number);
  const [members, reports, rules] = await Promise.all([
    readAgentNames(ctx, called),
    db
      .select({ id: incidents.id, title: incidents.title })
      .from(incidents)
      .where(inArray(incidents.id, numbersOf(INCIDENT))),
    db
      .select({ number: rfcs.number, title: rfcs.title })
      .from(rfcs)
      .where(inArray(rfcs.number, numbersOf(RFC))),
  ]);
  const byNumber = new Map(rules.map(({ number, title }) => [number, title]));
  return new Map([
    ...members,
    ...reports.map(({ id, title }) => [`incident:${id}`, title] as const),
    ...called.flatMap((name) => {
      const title = byNumber.get(Number(RFC.exec(name)?.[1]));
      return title === undefined ? [] : [[name, title] as const];
    }),
  ]);
}

const { seq, id, kind, actor, subject, details, createdAt } = ledgerActs;
const said = (name: string) => sql<string | null>`${details} ->> ${name}`;

/**
 * Returns the newest acts that match a condition, newest first. They do not say which operator or organisation acted.
 */
async function readActs(ctx: Pick<Context, "db">, where: SQL | undefined, most: number): Promise<JournalEntry[]> {
  const rows = await ctx.db
    .select({ seq, id, kind, actor, subject, createdAt, verdict: said("verdict"), from: said("from"), to: said("to") })
    .from(ledgerActs)
    .where(where)
    .orderBy(desc(seq))
    .limit(most);
  const names = await readNames(ctx, [...new Set(rows.flatMap((row) => [row.subject, row.actor]))]);
  return rows.map(({ actor: actedBy, createdAt: at, ...entry }) => ({
    ...entry,
    actor: actedBy.replace(/^(operator|organisation):.*$/s, "$1"),
    subject_name: names.get(entry.subject) ?? null,
    actor_name: names.get(actedBy) ?? null,
    created_at: at.toISOString(),
  }));
}

export async function readJournal(ctx: Context, { limit }: { limit: number }): Promise<JournalEntry[]> {
  const size = ctx.db.select({ size: ledgerHeads.size }).from(ledgerHeads).where(eq(ledgerHeads.log, COUNCIL_LOG));
  const isNew = gt(seq, sql`(${size}) - ${NEWEST_ACTS}`);
  return readActs(ctx, and(isNew, inArray(actGroup, [...PUBLIC_GROUPS])), limit);
}

/** The acts to read: those about some subjects and those by an actor, before a place in the log. */
interface About {
  /** The query for the subjects. */
  subjects: SQLWrapper;
  /** The names of one actor. */
  actors: readonly string[];
  before: number | undefined;
  limit: number;
}

/** Returns the acts about some subjects or by an actor, including the actor's acts on others. */
export async function listActsAbout(
  ctx: Pick<Context, "db">,
  { subjects, actors, before, limit }: About,
): Promise<JournalEntry[]> {
  // As an array, so that the index on subjects is used together with the one on actors.
  const isAbout = or(sql`${subject} = any(array(${subjects}))`, inArray(actor, [...actors]));
  return readActs(ctx, and(isAbout, before === undefined ? undefined : lt(seq, before)), limit);
}
