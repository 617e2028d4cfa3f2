import { sql } from "drizzle-orm";
import { countAgentsByTier } from "@/lib/agents/service/read";
import type { Context } from "@/lib/context";
import { buildSha, settings } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { metrics } from "@/lib/metrics";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";
import { lifecycle } from "./lifecycle";
import type { Health } from "./schema";

const CHECK_MILLISECONDS = 1_000;

/** Whether a check succeeds in time. A hung part is a failed one. */
async function holds(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, CHECK_MILLISECONDS, false);
  });
  const outcome = await Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    expiry,
  ]);
  clearTimeout(timer);
  return outcome;
}

async function cacheStatus(): Promise<Health["redis"]> {
  const { limiter } = lifecycle();
  if (!limiter || limiter.backend === "memory") return "memory";
  return (await holds(limiter.ping(CHECK_MILLISECONDS))) ? "ok" : "error";
}

/** The health snapshot. Never throws for a part that is down. */
export async function getHealth({ db }: Context): Promise<Health> {
  const [database, redis] = await Promise.all([holds(db.execute(sql`select 1`)), cacheStatus()]);
  return {
    status: database && redis !== "error" ? "ok" : "degraded",
    database: database ? "ok" : "error",
    redis,
    version: SPEC_VERSION,
    build_sha: buildSha(),
    release_channel: RELEASE_CHANNEL,
    env: "production",
    region: settings().REGION,
  };
}

/** This instance's metrics as text. A part that is down is left out; the rest is still told. */
export async function readMetrics(ctx: Context): Promise<string> {
  const { registry, agents, build, limiterDegraded } = metrics();
  build.set({ version: SPEC_VERSION, build_sha: buildSha() }, 1);
  limiterDegraded.set(lifecycle().limiter?.degraded ? 1 : 0);
  const counts = countAgentsByTier(ctx);
  agents.reset();
  if (await holds(counts)) for (const [tier, count] of Object.entries(await counts)) agents.set({ tier }, count);
  return registry.metrics();
}

/**
 * Passes where this instance should get requests.
 * @throws ServiceError `unavailable`, saying why
 */
export async function checkReadiness({ db }: Context): Promise<void> {
  const { prepared, draining } = lifecycle();
  if (draining) throw new ServiceError("unavailable", "This instance is draining.");
  if (!prepared) throw new ServiceError("unavailable", "This instance is starting.");
  if (!(await holds(db.execute(sql`select 1`)))) throw new ServiceError("unavailable", "The database does not answer.");
}
