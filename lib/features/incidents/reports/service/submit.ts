import { createHmac, randomBytes } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { type Context, requestScope } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { reports } from "@/lib/database/schema/reports";
import { conflict, invalid } from "@/lib/foundation/errors";
import type { SubmitReport } from "../schema";

/** Maximum number of waiting reports, so that strangers cannot fill the database. */
export const MAX_WAITING = 1_000;

/** A network with more waiting reports than this is crowded. */
const CROWD = 5;

/** It is never stored, so the pseudonyms of networks cannot be reversed. */
const SALT = randomBytes(32);

/** Returns a pseudonym of the sender's network. */
function networkOfSender(): string {
  const { network } = requestScope();
  return network === undefined ? "" : createHmac("sha256", SALT).update(network).digest("base64url").slice(0, 16);
}

/**
 * Makes room for a report beyond the maximum: the newest report of the network with the most waiting ones is removed.
 * @returns false if that is the sender's own network, or none is crowded
 */
async function makeRoom(db: Pick<Database, "execute">, network: string): Promise<boolean> {
  const removed = await db.execute(sql`
    with crowded as (
      select ${reports.network} as network, count(*) as waiting from ${reports}
      where ${reports.status} = 'waiting' and ${reports.network} <> '' group by ${reports.network}
      order by waiting desc, (${reports.network} = ${network}) desc limit 1
    )
    delete from ${reports} where ${reports.id} = (
      select max(each.id) from ${reports} as each join crowded on each.network = crowded.network
      where each.status = 'waiting' and crowded.network <> ${network} and crowded.waiting > ${CROWD}
    ) returning id`);
  return removed.length > 0;
}

/**
 * Stores a report. The form contains the secret, so a form that is sent twice is one report. Nothing of it is public.
 * If the maximum waits, a crowded network makes room.
 * @returns whether this form had been sent before; then nothing was stored now
 * @throws ServiceError `conflict` while too many reports wait, most of them from this network or all from different ones; `invalid` at `dids` if no agent has one of them
 */
export async function submitReport(
  ctx: Context,
  { secret, incident, email = "", text, dids, happened, evidence }: SubmitReport,
): Promise<{ secret: string; repeated: boolean }> {
  await checkNamed(ctx, dids);
  const network = networkOfSender();
  return ctx.db.transaction(async (tx) => {
    const [taken] = await tx
      .insert(reports)
      .values({
        ...{ secretHash: hashToken(secret), status: "waiting", text, dids, happened, evidence, email, network },
        about: incident ?? null,
        createdAt: ctx.clock(),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    const isFull = taken && (await tx.$count(reports, eq(reports.status, "waiting"))) > MAX_WAITING;
    if (isFull && !(await makeRoom(tx, network))) {
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
