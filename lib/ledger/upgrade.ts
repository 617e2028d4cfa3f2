import { sql } from "drizzle-orm";
import type { Database } from "@/lib/db/open";
import { lockStartup } from "@/lib/db/startup-lock";
import { appendLocked, COUNCIL_LOG } from "./append";
import { lockHead } from "./head";
import { draftOf } from "./link";

const CHUNK_ACTS = 1_000;

/** An act as it was stored before there was a chain. */
interface UnchainedAct extends Record<string, unknown> {
  id: string;
  kind: string;
  actor: string;
  subject: string;
  details: Record<string, unknown>;
  created_at: string;
}

/**
 * Brings the acts of a database from before the chain into it, in their order, with their ids and times, then opens the
 * council's log. Runs right after the migrations; without such acts it does nothing.
 * @returns how many were chained
 */
export async function chainOlderActs(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await lockStartup(tx);
    const [{ present } = { present: false }] = await tx.execute<{ present: boolean }>(
      sql`select to_regclass('ledger_unchained') is not null as present`,
    );
    if (!present) return 0;
    const acts = await tx.execute<UnchainedAct>(sql`
      select id, kind, actor, subject, details, created_at::text as created_at
      from ledger_unchained where log = ${COUNCIL_LOG} order by seq`);
    await tx.execute(sql`select ledger_open(${COUNCIL_LOG})`);
    const head = await lockHead(tx, COUNCIL_LOG);
    const drafts = acts.map(({ id, kind, actor, subject, details, created_at }) => ({
      ...draftOf({ scope: "PUBLIC", did: actor, kind, payload: { subject, details } }, new Date(created_at)),
      id,
    }));
    for (let at = 0; at < drafts.length; at += CHUNK_ACTS) {
      await appendLocked(tx, head, drafts.slice(at, at + CHUNK_ACTS));
    }
    await tx.execute(sql`drop table ledger_unchained`);
    return drafts.length;
  });
}
