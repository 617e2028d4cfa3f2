import { sql } from "drizzle-orm";
import type { Database } from "../open";

/** Returns the id of the next transaction. The oldest open one may be of another database of the server. */
export async function nextTransaction(db: Database): Promise<string> {
  const [row] = await db.execute<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`);
  return row?.next ?? "";
}
