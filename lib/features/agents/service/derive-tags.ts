import { and, asc, gt, ne, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { derivedColumns, PROTOCOL_TAGS, TABLE_VERSION } from "../derived-tags";

/** The rows that are read and written in one transaction. */
const BATCH_ROWS = 200;

/** What `derivedFrom` of `derivedColumns` is for the present words of a row. */
const PRESENT = sql`encode(sha256(convert_to(concat_ws(E'\n', ${TABLE_VERSION}::text, ${agents.name}, ${agents.description},
  (${agents.tags} <@ array(select jsonb_array_elements_text(${JSON.stringify(PROTOCOL_TAGS)}::jsonb)))::text), 'UTF8')), 'hex')`;

/**
 * Derives the tags of all records whose words, or the table, have changed since: an earlier build writes records without them.
 * Several instances share the work.
 * @returns how many records were derived
 */
export async function deriveTags({ db }: Context): Promise<number> {
  const { did, name, description, tags } = agents;
  let derived = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const place: string = after;
    after = await db.transaction(async (tx): Promise<string | undefined> => {
      const rows = await tx
        .select({ did, name, description, tags })
        .from(agents)
        .where(and(gt(did, place), ne(agents.derivedFrom, PRESENT)))
        .orderBy(asc(did))
        .limit(BATCH_ROWS)
        .for("update", { skipLocked: true });
      const columns = rows.map((row) => ({ did: row.did, ...derivedColumns(row) }));
      await tx.execute(sql`
        update ${agents} as a set derived_tags = s."derivedTags", derived_from = s."derivedFrom"
        from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as s(did text, "derivedTags" text[], "derivedFrom" text)
        where a.did = s.did`);
      derived += rows.length;
      return rows.length === BATCH_ROWS ? rows.at(-1)?.did : undefined;
    });
  }
  return derived;
}
