import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { buildSha, settings } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/versions";
import { lifecycle } from "../lifecycle";
import type { Health } from "../schema";
import { outcomeOf } from "./outcome";

const CHECK_MILLISECONDS = 1_000;

/** Whether it succeeds in time. */
const holds = async (work: Promise<unknown>) => (await outcomeOf(() => work, CHECK_MILLISECONDS)).ok;

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
