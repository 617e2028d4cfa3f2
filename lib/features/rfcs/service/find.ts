import { asc } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { rfcs } from "@/lib/database/schema/rfcs";

const { number, title, status, sha256, text } = rfcs;

/** Returns summaries of all RFCs, by number. The hash shows whether a text has changed. */
export function listForSearch({ db }: Context) {
  return db.select({ number, title, status, sha256 }).from(rfcs).orderBy(asc(number));
}

/** Returns all RFCs with their texts, by number. There are as many as texts in a build. */
export async function readRfcTexts({ db }: Context) {
  const rows = await db.select({ number, title, status, sha256, text }).from(rfcs).orderBy(asc(number));
  return rows.map((row) => ({ ...row, text: row.text.replace(/^---\n[\s\S]*?\n---\n/, "") }));
}
