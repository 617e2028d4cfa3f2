import { desc } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { rfcs } from "@/lib/db/schema/rfcs";
import type { RfcSummary } from "../schema";

/** The RFCs whose status changed last, without their texts. */
export async function latestRfcs(
  { db }: Context,
  { limit }: { limit: number },
): Promise<Pick<RfcSummary, "number" | "title" | "status" | "since">[]> {
  const { number, title, status, since } = rfcs;
  const rows = await db
    .select({ number, title, status, since })
    .from(rfcs)
    .orderBy(desc(since), desc(number))
    .limit(limit);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
