import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { lifecycle } from "@/lib/edge/lifecycle";
import { buildSha } from "@/lib/foundation/build";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { RELEASE_CHANNEL, SPEC_VERSION } from "@/lib/foundation/versions";
import { assertClockForRequests } from "@/lib/ledger/clock";
import type { Health } from "../schema";
import { outcomeOf } from "./outcome";

const CHECK_MILLISECONDS = 1_000;

const succeeds = async (work: Promise<unknown>) => (await outcomeOf(() => work, CHECK_MILLISECONDS)).ok;

async function cacheStatus(): Promise<Health["redis"]> {
  const { limiter } = lifecycle;
  if (!limiter || limiter.backend === "memory") return "memory";
  return (await succeeds(limiter.ping(CHECK_MILLISECONDS))) ? "ok" : "error";
}

/** Returns the health snapshot. Never throws for a part that is down. */
export async function getHealth({ db }: Context): Promise<Health> {
  const [database, redis] = await Promise.all([succeeds(db.execute(sql`select 1`)), cacheStatus()]);
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

let lastCheck: { at: number; responds: Promise<boolean> } | undefined;

/** Returns whether the database responds. Checked at most once a second for all callers. */
function databaseResponds({ db, clock }: Context): Promise<boolean> {
  const at = clock().getTime();
  if (!lastCheck || Math.abs(at - lastCheck.at) >= CHECK_MILLISECONDS) {
    lastCheck = { at, responds: succeeds(db.execute(sql`select 1`)) };
  }
  return lastCheck.responds;
}

/**
 * Throws if this instance should not get requests.
 * @throws ServiceError `unavailable` with the reason
 */
export async function checkReadiness(ctx: Context): Promise<void> {
  const { prepared, draining } = lifecycle;
  if (draining) throw new ServiceError("unavailable", "This instance is draining.");
  if (!prepared) throw new ServiceError("unavailable", "This instance is starting.");
  if (!(await databaseResponds(ctx))) throw new ServiceError("unavailable", "The database does not respond.");
  assertClockForRequests();
}
