import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import { BOUNDS } from "@/lib/bounds";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { authorize } from "@/lib/permissions";
import { type BoundFault, boundFaultsOf, TEXT_BOUNDS } from "../manifest-bounds";

/** An agent whose manifest breaks a bound, because it was stored before the bound. */
export interface OverBounds {
  did: string;
  name: string;
  faults: BoundFault[];
}

/** The bound of a member's text in SQL, as in `manifest-bounds.ts`. */
const boundOfMember = (name: SQL): SQL => sql`case
  ${sql.join(
    [...TEXT_BOUNDS].map(([member, bound]) => sql`when ${name} = ${member} then ${bound}::int`),
    sql.raw(" "),
  )}
  when ${name} like '%url' then ${BOUNDS.address}::int
  else ${BOUNDS.text}::int end`;

const MEMBERS = sql.raw(`'strict $.** ? (@.type() == "object").keyvalue()'`);
const TEXTS = sql.raw(`'strict $.** ? (@.type() == "string")'`);
const LONG_LISTS = sql.raw(`'strict $.** ? (@.type() == "array" && @.size() > ${BOUNDS.items})'`);

/** Maximum number of manifests that one call checks. 100,000 small ones take PostgreSQL five seconds. */
const MAX_CHECKED = 20_000;

/**
 * Lists agents whose manifest breaks a bound. They stay readable, but texts that are too long are not used, and a changed
 * manifest must keep the bounds. Only operators may ask, because it checks many manifests.
 * @param after the DID after which to begin, in the order of their bytes
 * @returns the agents, and the DID after which the next call begins; null at the end
 * @throws ServiceError `operatorOnly`
 */
export async function listOverBounds(
  { db, caller }: Context,
  { after = "", checks = MAX_CHECKED }: { after?: string | undefined; checks?: number } = {},
): Promise<{ records: OverBounds[]; next: string | null }> {
  authorize(caller, "agent.suspend");
  const byBytes = sql`${agents.did} collate "C"`;
  const [last] = await db
    .select({ did: agents.did })
    .from(agents)
    .where(gt(byBytes, after))
    .orderBy(byBytes)
    .offset(checks - 1)
    .limit(1);
  const manifest = agents.capabilityManifest;
  const isOver = sql`(
    octet_length(${manifest}::text) > ${BOUNDS.manifestBytes}
    or exists (
      select 1 from jsonb_path_query(${manifest}, ${MEMBERS}) as member
      where jsonb_typeof(member -> 'value') = 'string'
        and length(member ->> 'value') > ${boundOfMember(sql`replace(lower(member ->> 'key'), '_', '')`)})
    or exists (select 1 from jsonb_path_query(${manifest}, ${TEXTS}) as said where length(said #>> '{}') > ${BOUNDS.text})
    or jsonb_path_exists(${manifest}, ${LONG_LISTS}))`;
  const rows = await db
    .select({ did: agents.did, name: agents.name, manifest })
    .from(agents)
    .where(and(gt(byBytes, after), last && lte(byBytes, last.did), isOver))
    .orderBy(byBytes);
  const records = rows
    .map(({ did, name, manifest: said }) => ({ did, name, faults: boundFaultsOf(said) }))
    .filter(({ faults }) => faults.length > 0);
  return { records, next: last?.did ?? null };
}
