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
  const { limiter } = lifecycle;
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

let lastLook: { at: number; answers: Promise<boolean> } | undefined;

/** Whether the database answers, asked at most once a second, however many want to know. */
function databaseAnswers({ db, clock }: Context): Promise<boolean> {
  const at = clock().getTime();
  if (!lastLook || Math.abs(at - lastLook.at) >= CHECK_MILLISECONDS) {
    lastLook = { at, answers: holds(db.execute(sql`select 1`)) };
  }
  return lastLook.answers;
}

/**
 * Passes where this instance should get requests.
 * @throws ServiceError `unavailable`, saying why
 */
export async function checkReadiness(ctx: Context): Promise<void> {
  const { prepared, draining } = lifecycle;
  if (draining) throw new ServiceError("unavailable", "This instance is draining.");
  if (!prepared) throw new ServiceError("unavailable", "This instance is starting.");
  if (!(await databaseAnswers(ctx))) throw new ServiceError("unavailable", "The database does not answer.");
}
