import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { databaseClient } from "@/lib/database/open";
import { findPooling, type Pooling, readTimeouts } from "@/lib/database/pooler";
import { settings } from "@/lib/foundation/env";
import { examine, type Finding, failed, ok, warning } from "./finding";

const FIND_MILLISECONDS = 3_000;

const KINDS: Record<Pooling, string> = {
  none: "None is between this process and the server.",
  session: "One in session mode.",
  transaction: "One in transaction mode.",
};

async function examineMode(url: string): Promise<Finding> {
  const { DATABASE_POOLED, DATABASE_DIRECT_URL } = settings();
  const found = await findPooling(url, FIND_MILLISECONDS);
  if (DATABASE_POOLED !== undefined && DATABASE_POOLED !== found) {
    const says = `${KINDS[found]} DATABASE_POOLED says ${DATABASE_POOLED}, and that counts.`;
    return warning("pooler", says, "Unset DATABASE_POOLED, unless you know that the finding is wrong.");
  }
  if (found !== "transaction" || DATABASE_DIRECT_URL !== undefined) return ok("pooler", KINDS[found]);
  return warning(
    "pooler",
    `${KINDS[found]} It delivers no notifications, so each event stream reads its inbox every 2 s.`,
    "Set DATABASE_DIRECT_URL to the server itself.",
  );
}

async function examineTimeouts({ db }: Context): Promise<Finding> {
  const timeouts = await readTimeouts(db, databaseClient().serverTimeouts);
  const says = timeouts.map(({ name, present }) => `${name} ${present === 0 ? "unset" : `${present} ms`}`).join(", ");
  const missing = timeouts.filter(({ isGood }) => !isGood);
  if (missing.length === 0) return ok("timeouts", `${says}.`);
  const [row] = await db.execute<{ role: string }>(sql`select quote_ident(current_user) as role`);
  const commands = missing.map(({ name, wanted }) => `ALTER ROLE ${row?.role} SET ${name} = '${wanted}ms';`);
  const remedy = `The pooler passes none on, so the role must have them: ${commands.join(" ")} Then RECONNECT in the pooler's console.`;
  return warning("timeouts", `${says}.`, remedy);
}

async function examineDirect(url: string): Promise<Finding> {
  const found = await findPooling(url, FIND_MILLISECONDS);
  if (found !== "transaction") return ok("direct", "DATABASE_DIRECT_URL delivers notifications.");
  const remedy = "Let DATABASE_DIRECT_URL name the server itself.";
  return failed("direct", "DATABASE_DIRECT_URL leads to a pooler in transaction mode, too.", remedy);
}

/** Reports the pooler in front of the database server, and the settings that the role therefore lacks. */
export async function examinePooler(ctx: Context): Promise<Finding[]> {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = settings();
  if (DATABASE_URL === undefined) return [];
  const reach = "See that the pooler runs, and that its pool is larger than 12 connections for each instance.";
  const findings = [await examine("pooler", reach, () => examineMode(DATABASE_URL))];
  if ((await databaseClient().pooling()) !== "none") {
    findings.push(await examine("timeouts", "See that the database answers.", () => examineTimeouts(ctx)));
  }
  if (DATABASE_DIRECT_URL === undefined) return findings;
  const remedy = "Correct DATABASE_DIRECT_URL.";
  return [...findings, await examine("direct", remedy, () => examineDirect(DATABASE_DIRECT_URL))];
}

/** Returns the remedy for an unreachable database, if a pooler gives the reason. */
export function remedyBehindPooler(reason: string): string | undefined {
  if (/unsupported startup parameter/.test(reason)) {
    return "A pooler refuses what DATABASE_POOLED=none lets connections say. Unset DATABASE_POOLED.";
  }
  if (/statement pooling mode/.test(reason)) return "Set the pooler's pool_mode to transaction or session.";
  return undefined;
}
