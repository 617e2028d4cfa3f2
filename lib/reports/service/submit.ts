import { eq, inArray } from "drizzle-orm";
import { hashToken } from "@/lib/access/rules";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { reports } from "@/lib/db/schema/reports";
import { conflict, invalid } from "@/lib/errors";
import type { SubmitReport } from "../schema";

/** Maximum number of waiting reports, so that strangers cannot fill the database. */
export const MAX_WAITING = 1_000;

/**
 * Stores a report. The form contains the secret, so a form that is sent twice is one report. Nothing of it is public.
 * @returns whether this form had been sent before; then nothing was stored now
 * @throws ServiceError `conflict` while too many reports wait; `invalid` at `dids` if no agent has one of them
 */
export async function submitReport(
  ctx: Context,
  { secret, incident, email = "", text, dids, happened, evidence }: SubmitReport,
): Promise<{ secret: string; repeated: boolean }> {
  await checkNamed(ctx, dids);
  return ctx.db.transaction(async (tx) => {
    const [taken] = await tx
      .insert(reports)
      .values({
        ...{ secretHash: hashToken(secret), status: "waiting", text, dids, happened, evidence, email },
        about: incident ?? null,
        createdAt: ctx.clock(),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    if (taken && (await tx.$count(reports, eq(reports.status, "waiting"))) > MAX_WAITING) {
      throw conflict("Too many reports are waiting. Save your text and try again tomorrow.");
    }
    return { secret, repeated: !taken };
  });
}

/** A mistyped DID would not tell the operator which agent is meant. An unregistered DID can be written in the text. */
async function checkNamed({ db }: Context, dids: readonly string[]): Promise<void> {
  if (dids.length === 0) return;
  const rows = await db
    .select({ did: agents.did })
    .from(agents)
    .where(inArray(agents.did, [...dids]));
  const known = new Set(rows.map(({ did }) => did));
  const unknown = dids.find((did) => !known.has(did));
  if (unknown === undefined) return;
  throw invalid(`No agent has this DID: ${unknown}. Correct it, or write it in the text.`, { field: "dids" });
}
