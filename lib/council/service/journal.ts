import { and, desc, eq, gt, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerActs, ledgerHeads } from "@/lib/db/schema/ledger";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import type { JournalEntry } from "../schema";

/** The journal looks at so many of the newest acts, so that its cost does not grow with the log. */
const NEWEST_ACTS = 200;
const MOST_ENTRIES = 9;

/** What these acts say stands on public pages, too; others, such as those of credentials, may speak of what does not. */
const PUBLIC_KINDS = ["agent.", "audit.", "incident.", "key.", "memory.", "relay.", "rfc.", "tier."];

/** The newest acts that concern everyone, newest first. Which operator or organisation acted is not said. */
export async function readJournal({ db }: Context): Promise<JournalEntry[]> {
  const { seq, id, kind, actor, subject, details, createdAt } = ledgerActs;
  const size = db.select({ size: ledgerHeads.size }).from(ledgerHeads).where(eq(ledgerHeads.log, COUNCIL_LOG));
  const said = (name: string) => sql<string | null>`${details} ->> ${name}`;
  const rows = await db
    .select({ seq, id, kind, actor, subject, createdAt, verdict: said("verdict"), from: said("from"), to: said("to") })
    .from(ledgerActs)
    .where(
      and(
        gt(seq, sql`(${size}) - ${NEWEST_ACTS}`),
        or(...PUBLIC_KINDS.map((kinds) => sql`starts_with(${kind}, ${kinds})`)),
      ),
    )
    .orderBy(desc(seq))
    .limit(MOST_ENTRIES);
  return rows.map(({ actor, createdAt, ...entry }) => ({
    ...entry,
    actor: actor.replace(/^(operator|organisation):.*$/s, "$1"),
    created_at: createdAt.toISOString(),
  }));
}
