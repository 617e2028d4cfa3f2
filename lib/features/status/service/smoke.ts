import { gte, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { databaseAddress } from "@/lib/database/address";
import { countMissingMigrations } from "@/lib/database/migrate";
import { smokeProbe } from "@/lib/database/schema/system";
import { lifecycle } from "@/lib/edge/lifecycle";
import { checkHead } from "@/lib/features/anchors/service/prove";
import type { Freeze } from "@/lib/features/council/freezes/schema";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { verifyEvidence } from "@/lib/features/evidence/service/verify";
import { buildSha } from "@/lib/foundation/build";
import { ServiceError } from "@/lib/foundation/errors";
import { metrics } from "@/lib/foundation/metrics";
import { counted } from "@/lib/foundation/text/counted";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { assertClock, findLogsAhead, measureSkew } from "@/lib/ledger/clock";
import { getVectorStoreHealth } from "@/lib/search/service/store";
import type { SmokeCheck, SmokeResult } from "../schema";
import { type CheckOutcome, outcomeOf } from "./outcome";

/**
 * The deadline of a check. Together with the edge's possible waits (its counter and the token look-up), the response
 * takes less than two seconds.
 */
export const CHECK_MILLISECONDS = 1_300;

type Part = SmokeCheck["name"];

const failed = (message: string) => new ServiceError("unavailable", message);

/**
 * Sorts more than the given memory, which writes a temporary file. A full disk rejects that, although a single row may
 * still fit.
 */
async function tryDisk({ db }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select max(line) from
      (select md5(n::text) as line from generate_series(1, 4000) as n order by line offset 1) as sorted`);
  });
}

/** Writes, commits, and reads the value again. */
async function tryDatabase(ctx: Context): Promise<string> {
  const { db, clock } = ctx;
  const at = clock();
  await tryDisk(ctx);
  await db.insert(smokeProbe).values({ at }).onConflictDoUpdate({ target: smokeProbe.only, set: { at } });
  const [read] = await db
    .select()
    .from(smokeProbe)
    .where(gte(smokeProbe.at, new Date(at.getTime() - 60_000)));
  if (!read) throw failed("The value read is not the value written.");
  return "socket" in databaseAddress() ? "The embedded engine." : "PostgreSQL.";
}

async function tryMigrations({ db }: Context): Promise<void> {
  const missing = await countMissingMigrations(db);
  if (missing > 0) throw failed(`${counted(missing, "migration")} of this build not applied.`);
}

async function tryLedger(ctx: Context): Promise<string> {
  assertClock(await measureSkew(ctx.db, ctx.clock));
  const [ahead] = await findLogsAhead(ctx.db);
  if (ahead) {
    const from = ahead.seq === null ? "" : ` from entry ${ahead.seq} on`;
    throw failed(`The log ${ahead.log} is dated ahead of the database's clock${from}.`);
  }
  const [anchors, acts] = await Promise.all([checkHead(ctx, ANCHOR_LOG), checkHead(ctx, COUNCIL_LOG)]);
  return `${counted(anchors + acts, "entry", "entries")}; heads, proofs and checkpoints match.`;
}

async function tryEvidence(ctx: Context): Promise<string> {
  const { matched, mismatched } = await verifyEvidence(ctx, {});
  if (mismatched > 0) throw failed(`${counted(mismatched, "document")} not as in the manifest.`);
  return `${counted(matched, "document")} as in the manifest.`;
}

async function tryCache(): Promise<string> {
  const { limiter } = lifecycle;
  if (!limiter || limiter.backend === "memory") return "This process's memory.";
  await limiter.ping(CHECK_MILLISECONDS).catch(() => {
    throw failed("Redis does not respond.");
  });
  return limiter.backend === "redis" ? "Redis." : "Upstash Redis.";
}

/** Returns the parts whose state is only in this process, so a second instance would not share it. */
function singleProcessParts(): Part[] {
  const { limiter } = lifecycle;
  const parts: Part[] = "socket" in databaseAddress() ? ["database"] : [];
  return !limiter || limiter.backend === "memory" ? [...parts, "cache"] : parts;
}

async function tryVectorStore(ctx: Context): Promise<string> {
  const { vectors, pending, encoder } = await getVectorStoreHealth(ctx);
  if (encoder.status === "failed" || encoder.status === "restarting") {
    throw failed(`${encoder.reason} Texts are compared by words until it works.`);
  }
  return `${counted(vectors, "vector")}, ${pending} waiting.`;
}

/** The check of each part, and whether the service needs the part. */
const CHECKS: Record<Part, { required: boolean; run: (ctx: Context) => Promise<unknown> }> = {
  database: { required: true, run: tryDatabase },
  migrations: { required: true, run: tryMigrations },
  ledger: { required: true, run: tryLedger },
  evidence: { required: true, run: tryEvidence },
  cache: { required: false, run: tryCache },
  vector_store: { required: false, run: tryVectorStore },
};

export function summarize(checks: readonly SmokeCheck[]): Pick<SmokeResult, "tag" | "reasons" | "degraded"> {
  const sentences = (required: boolean) =>
    checks
      .filter((check) => !check.ok && check.required === required)
      .map(({ name, message }) => (message === undefined ? name : `${name}: ${message}`));
  const reasons = sentences(true);
  return { tag: reasons.length > 0 ? "BLOCKED" : "VERIFIED", reasons, degraded: sentences(false) };
}

export const trySmokeCheck = (
  ctx: Context,
  name: Part,
  deadlineMilliseconds = CHECK_MILLISECONDS,
): Promise<CheckOutcome> => outcomeOf(() => CHECKS[name].run(ctx), deadlineMilliseconds);

const viewCheck = (name: Part, { ok, durationMilliseconds, message }: CheckOutcome): SmokeCheck => ({
  name,
  required: CHECKS[name].required,
  ok,
  duration_ms: durationMilliseconds,
  ...(message === undefined ? {} : { message }),
});

function count(checks: readonly SmokeCheck[], at: Date): void {
  const { smokeChecks, smokeRunAt } = metrics();
  for (const { name, ok } of checks) smokeChecks.set({ check: name }, ok ? 1 : 0);
  smokeRunAt.set(at.getTime() / 1_000);
}

/** Checks every part, and counts the results. */
export async function checkParts(ctx: Context, deadlineMilliseconds = CHECK_MILLISECONDS): Promise<SmokeCheck[]> {
  const names = Object.keys(CHECKS) as Part[];
  const checks = await Promise.all(
    names.map(async (name) => viewCheck(name, await trySmokeCheck(ctx, name, deadlineMilliseconds))),
  );
  count(checks, ctx.clock());
  return checks;
}

async function tryAll(ctx: Context): Promise<SmokeResult> {
  const frozen: Freeze[] = [];
  const readFreezes = async () => {
    frozen.push(...(await listFreezes(ctx)).filter((freeze) => freeze.frozen));
  };
  const [checks] = await Promise.all([checkParts(ctx), outcomeOf(readFreezes, CHECK_MILLISECONDS)]);
  return {
    ...summarize(checks),
    checks,
    frozen,
    single_process: singleProcessParts(),
    build_sha: buildSha(),
    generated_at: ctx.clock().toISOString(),
  };
}

let running: Promise<SmokeResult> | undefined;

/** Checks every part now. Concurrent callers share one run. Never throws for a part that is down. */
export function runSmoke(ctx: Context): Promise<SmokeResult> {
  running ??= tryAll(ctx).finally(() => {
    running = undefined;
  });
  return running;
}

/**
 * The maximum age of a result on pages that only mention the smoke check: the check writes, and pages are requested
 * often.
 */
const FRESH_MILLISECONDS = 60_000;

let last: SmokeResult | undefined;

/** Returns the smoke check's last result, or a new one. Never throws for a part that is down. */
export async function recentSmoke(ctx: Context): Promise<SmokeResult> {
  const age = last ? ctx.clock().getTime() - Date.parse(last.generated_at) : Number.POSITIVE_INFINITY;
  if (last === undefined || age > FRESH_MILLISECONDS) last = await runSmoke(ctx);
  return last;
}
