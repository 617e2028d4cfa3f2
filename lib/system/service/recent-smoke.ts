import type { Context } from "@/lib/context";
import type { SmokeResult } from "../schema";
import { runSmoke } from "./smoke";

/** Pages that only mention the smoke check tell one that is at most so old: it writes, and pages are asked for often. */
const FRESH_MILLISECONDS = 60_000;

let last: SmokeResult | undefined;

/** The smoke check's last result, or a new one. Never throws for a part that is down. */
export async function recentSmoke(ctx: Context): Promise<SmokeResult> {
  const age = last ? ctx.clock().getTime() - Date.parse(last.generated_at) : Number.POSITIVE_INFINITY;
  if (last === undefined || age > FRESH_MILLISECONDS) last = await runSmoke(ctx);
  return last;
}
