import { asc } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { rfcs } from "@/lib/database/schema/rfcs";

const { number, title, status, sha256, text } = rfcs;

/** An RFC for the search, with the hash of its text, which shows whether the text has changed. */
export type SearchedRfc = Awaited<ReturnType<typeof listForSearch>>[number];

/** Returns summaries of all RFCs, by number. */
export function listForSearch({ db }: Context) {
  return db.select({ number, title, status, sha256 }).from(rfcs).orderBy(asc(number));
}

/** Returns all RFCs with their texts, by number. There are as many as texts in a build. */
export async function readRfcTexts({ db }: Context) {
  const rows = await db.select({ number, title, status, sha256, text }).from(rfcs).orderBy(asc(number));
  return rows.map((row) => ({ ...row, text: row.text.replace(/^---\n[\s\S]*?\n---\n/, "") }));
}
