import type { Context } from "@/lib/authority/context";
import { rejectApplication } from "@/lib/features/access/applications/service/decide";
import { dismissReport } from "@/lib/features/incidents/reports/service/decide";
import { ServiceError } from "@/lib/foundation/errors";
import { authorize } from "@/lib/identity/permissions";
import type { RefusedWork, RefuseWork, WorkKey } from "../schema";

function refuse(ctx: Context, { queue, id }: WorkKey, reason: string): Promise<unknown> {
  return queue === "application"
    ? rejectApplication(ctx, { id, seen: "pending", note: reason })
    : dismissReport(ctx, { id, reason });
}

/**
 * Rejects applications and dismisses reports with one reason, each on its own as if it were the only one: its act, its
 * letter, and its error if somebody decided it before.
 */
export async function refuseWork(ctx: Context, { items, reason }: RefuseWork): Promise<RefusedWork> {
  authorize(ctx.caller, "report.decide");
  authorize(ctx.caller, "application.decide");
  const left: RefusedWork["left"] = [];
  for (const item of items) {
    await refuse(ctx, item, reason).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      left.push({ item, message: error.message });
    });
  }
  return { refused: items.length - left.length, left };
}
