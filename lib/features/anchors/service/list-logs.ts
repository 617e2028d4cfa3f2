import type { Context } from "@/lib/authority/context";
import { listKeys } from "@/lib/authority/keys";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { checkpointKeys, verifierKeyOf } from "@/lib/ledger/checkpoint";
import { readHead } from "@/lib/ledger/head";
import { sha256 } from "@/lib/ledger/sha256";
import type { LogList } from "../schema";

/** Returns both logs, each with the keys that sign or signed its checkpoints. */
export async function listLogs({ db }: Context): Promise<LogList> {
  const keys = checkpointKeys((await listKeys({ db })).keys);
  const logs = [ANCHOR_LOG, COUNCIL_LOG] as const;
  return {
    logs: await Promise.all(
      logs.map(async (log) => {
        const { origin } = await readHead(db, log);
        return { log, origin, verifier_keys: keys.map((key) => verifierKeyOf(sha256, origin, key)) };
      }),
    ),
  };
}
