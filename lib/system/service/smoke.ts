import { gte, sql } from "drizzle-orm";
import { checkHead } from "@/lib/anchors/service/prove";
import type { Context } from "@/lib/context";
import { databaseAddress } from "@/lib/db/address";
import { countMissingMigrations } from "@/lib/db/migrate";
import { smokeProbe } from "@/lib/db/schema/system";
import { buildSha } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { verifyEvidence } from "@/lib/evidence/service/verify";
import type { Freeze } from "@/lib/freezes/schema";
import { listFreezes } from "@/lib/freezes/service/freezes";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { findLogsAhead, measureSkew, refuseWrongClock } from "@/lib/ledger/clock";
import { metrics } from "@/lib/metrics";
import { getVectorStoreHealth } from "@/lib/vectors/service/store";
import { lifecycle } from "../lifecycle";
import type { SmokeCheck, SmokeResult } from "../schema";
import { type Outcome, outcomeOf } from "./outcome";

/** With what the edge may wait for first (its counter, whose token it is), the answer stays within two seconds. */
const CHECK_MILLISECONDS = 1_300;

type Part = SmokeCheck["name"];

const failed = (message: string) => new ServiceError("unavailable", message);
const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/**
 * Sorts more than fits the memory given to it, which writes a file: a full disk refuses that, where a single row may
 * still find its place.
 */
async function tryDisk({ db }: Context): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    await tx.execute(sql`select max(line) from
      (select md5(n::text) as line from generate_series(1, 4000) as n order by line offset 1) as sorted`);
  });
}

/** Writes, commits, and reads what was written. */
async function tryDatabase(ctx: Context): Promise<string> {
  const { db, clock } = ctx;
  const at = clock();
  await tryDisk(ctx);
  await db.insert(smokeProbe).values({ at }).onConflictDoUpdate({ target: smokeProbe.only, set: { at } });
  const [read] = await db
    .select()
    .from(smokeProbe)
    .where(gte(smokeProbe.at, new Date(at.getTime() - 60_000)));
  if (!read) throw failed("What was written is not what is read.");
  return "socket" in databaseAddress() ? "The embedded engine." : "PostgreSQL.";
}

async function tryMigrations({ db }: Context): Promise<void> {
  const missing = await countMissingMigrations(db);
  if (missing > 0) throw failed(`${counted(missing, "migration")} of this build not applied.`);
}

async function tryLedger(ctx: Context): Promise<string> {
  refuseWrongClock(await measureSkew(ctx.db, ctx.clock));
  const [ahead] = await findLogsAhead(ctx.db);
  if (ahead) {
    const from = ahead.seq === null ? "" : ` from entry ${ahead.seq} on`;
    throw failed(`The log ${ahead.log} is dated ahead of the database's clock${from}.`);
  }
  const [anchors, acts] = await Promise.all([checkHead(ctx, ANCHOR_LOG), checkHead(ctx, COUNCIL_LOG)]);
  return `${counted(anchors + acts, "entry", "entries")}; heads, proofs and checkpoints fit.`;
}

async function tryEvidence(ctx: Context): Promise<string> {
  const { matched, mismatched } = await verifyEvidence(ctx, {});
  if (mismatched > 0) throw failed(`${counted(mismatched, "document")} not what the manifest says.`);
  return `${counted(matched, "document")} as the manifest says.`;
}

async function tryCache(): Promise<string> {
  const { limiter } = lifecycle;
  if (!limiter || limiter.backend === "memory") return "This process's memory.";
  await limiter.ping(CHECK_MILLISECONDS).catch(() => {
    throw failed("Redis does not answer.");
  });
  return limiter.backend === "redis" ? "Redis." : "Upstash Redis.";
}

/** What this process keeps to itself: a second instance would not share it. */
function singleProcessParts(): Part[] {
  const { limiter } = lifecycle;
  const parts: Part[] = "socket" in databaseAddress() ? ["database"] : [];
  return !limiter || limiter.backend === "memory" ? [...parts, "cache"] : parts;
}

async function tryVectorStore(ctx: Context): Promise<string> {
  const { vectors, pending, encoder } = await getVectorStoreHealth(ctx);
  if (encoder.status === "failed" || encoder.status === "restarting") {
    throw failed(`${encoder.reason} Texts are compared by their words meanwhile.`);
  }
  return `${counted(vectors, "vector")}, ${pending} waiting.`;
}

/** Each part's check, and whether the service stands or falls with it. */
const CHECKS: Record<Part, { required: boolean; run: (ctx: Context) => Promise<unknown> }> = {
  database: { required: true, run: tryDatabase },
  migrations: { required: true, run: tryMigrations },
  ledger: { required: true, run: tryLedger },
  evidence: { required: true, run: tryEvidence },
  cache: { required: false, run: tryCache },
  vector_store: { required: false, run: tryVectorStore },
};

/** The tag and its reasons, of checks that were made. */
export function summarize(checks: readonly SmokeCheck[]): Pick<SmokeResult, "tag" | "reasons" | "degraded"> {
  const sentences = (required: boolean) =>
    checks
      .filter((check) => !check.ok && check.required === required)
      .map(({ name, message }) => (message === undefined ? name : `${name}: ${message}`));
  const reasons = sentences(true);
  return { tag: reasons.length > 0 ? "BLOCKED" : "VERIFIED", reasons, degraded: sentences(false) };
}

/** Makes one of the checks alone. */
export const trySmokeCheck = (ctx: Context, name: Part, deadlineMilliseconds = CHECK_MILLISECONDS): Promise<Outcome> =>
  outcomeOf(() => CHECKS[name].run(ctx), deadlineMilliseconds);

const viewCheck = (name: Part, { ok, durationMilliseconds, message }: Outcome): SmokeCheck => ({
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

/** Tries every part, and counts what came of it. */
export async function tryParts(ctx: Context, deadlineMilliseconds = CHECK_MILLISECONDS): Promise<SmokeCheck[]> {
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
  const [checks] = await Promise.all([tryParts(ctx), outcomeOf(readFreezes, CHECK_MILLISECONDS)]);
  return {
    ...summarize(checks),
    checks,
    frozen,
    single_process: singleProcessParts(),
    build_sha: buildSha(),
    generated_at: ctx.clock().toISOString(),
  };
}

let underWay: Promise<SmokeResult> | undefined;

/** Tries every part now; who asks while others wait gets what they get. Never throws for a part that is down. */
export function runSmoke(ctx: Context): Promise<SmokeResult> {
  underWay ??= tryAll(ctx).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** Pages that only mention the smoke check tell one that is at most so old: it writes, and pages are asked for often. */
const FRESH_MILLISECONDS = 60_000;

let last: SmokeResult | undefined;

/** The smoke check's last result, or a new one. Never throws for a part that is down. */
export async function recentSmoke(ctx: Context): Promise<SmokeResult> {
  const age = last ? ctx.clock().getTime() - Date.parse(last.generated_at) : Number.POSITIVE_INFINITY;
  if (last === undefined || age > FRESH_MILLISECONDS) last = await runSmoke(ctx);
  return last;
}
