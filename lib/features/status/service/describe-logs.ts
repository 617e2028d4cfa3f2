import { type Context, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import type { LogList } from "@/lib/features/anchors/schema";
import { listLogs } from "@/lib/features/anchors/service/list-logs";

/** Returns both logs for the description of this service, or nothing if the database fails. */
export async function describeLogs(ctx: Context, address: string): Promise<Partial<LogList>> {
  try {
    return await listLogs(ctx, address);
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    requestScope().isPartial = true;
    return {};
  }
}
