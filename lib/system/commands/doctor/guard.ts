import path from "node:path";
import type { Context } from "@/lib/authority/context";
import { guardFolder, guardStoreOf, isRedisAddress } from "@/lib/features/anchors/service/open-guard";
import type { Settings } from "@/lib/foundation/env";
import { connectRedis } from "@/lib/foundation/redis";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { compareWithStore } from "@/lib/ledger/guard/guard";
import { readHead } from "@/lib/ledger/head";
import { examine, type Finding, failed, ok, warning } from "./finding";

/** What a Redis must have set to keep all it is told. */
const KEEPS = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction" } as const;

const WANTED = Object.entries(KEEPS)
  .map((pair) => pair.join(" "))
  .join(", ");

/** Checks that a Redis keeps the guard's states: on its disk, and also when its memory is full. */
async function examineRedis(url: string): Promise<Finding> {
  const redis = connectRedis(url);
  try {
    const client = await redis.connected();
    const wrong: string[] = [];
    for (const [name, wanted] of Object.entries(KEEPS)) {
      const pair = (await client.config("GET", name).catch(() => null)) as string[] | null;
      if (pair === null) return warning("guard", "The Redis does not tell its settings.", `See that it has ${WANTED}.`);
      const [, value] = pair;
      if (value !== wanted) wrong.push(`${name} ${value ?? "unknown"}, not ${wanted}`);
    }
    if (wrong.length === 0) return ok("guard", "The Redis keeps all it is told.");
    return failed("guard", `The Redis may forget what it is told: ${wrong.join("; ")}.`, `Set ${WANTED}.`);
  } finally {
    redis.close();
  }
}

/** Checks that the guard knows the logs, that they continue what was signed, and that it survives what the database does not. */
export const examineGuard = ({ db }: Context, read: Settings): Promise<Finding> =>
  examine("guard", 'See "The guard" in docs/operations.', async () => {
    const store = await guardStoreOf(read);
    try {
      const heads = await Promise.all([ANCHOR_LOG, COUNCIL_LOG].map((log) => readHead(db, log)));
      const states = await Promise.all(heads.map((head) => compareWithStore(db, store, head)));
      if (states.flat().length === 0) {
        const remedy = "The next start begins with the present logs. If a guard was there before, set GUARD to it.";
        return warning("guard", `The guard (${store.name}) knows nothing of the logs yet.`, remedy);
      }
    } finally {
      store.close();
    }
    if (isRedisAddress(read.GUARD ?? "")) return examineRedis(read.GUARD ?? "");
    const folder = guardFolder(read) ?? "";
    if (!path.relative(path.resolve(read.DATA_DIR), folder).startsWith("..")) {
      const remedy = "Set GUARD to a folder elsewhere: a restored DATA_DIR would bring an old guard back.";
      return warning("guard", "It is in DATA_DIR.", remedy);
    }
    return ok("guard", "Both logs continue what was signed of them.");
  });
