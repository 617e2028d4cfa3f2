import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import { reports } from "@/lib/database/schema/reports";
import { notFound } from "@/lib/foundation/errors";
import { type ReportProgress, ReportSecret } from "../schema";
import { viewProgress } from "../view";

/** Returns a new secret of 192 random bits. It finds the report again. */
export function makeSecret(): string {
  return `fgs_rep_${randomBytes(24).toString("base64url")}`;
}

/** Returns a report as its sender sees it, by its secret. @throws ServiceError `notFound` */
export async function getReportBySecret({ db }: Context, { secret }: { secret: string }): Promise<ReportProgress> {
  const [row] = ReportSecret.safeParse(secret).success
    ? await db
        .select()
        .from(reports)
        .where(eq(reports.secretHash, hashToken(secret)))
    : [];
  if (!row) throw notFound("There is no such report.");
  return viewProgress(row);
}
