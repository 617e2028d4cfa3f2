import type { Context } from "@/lib/authority/context";
import { listKeys } from "@/lib/authority/keys";
import { listWitnessKeys } from "@/lib/features/witness/service/identity";
import { settings } from "@/lib/foundation/env";
import { ownValue } from "@/lib/foundation/own-values";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { type CheckpointKey, checkpointKeys, verifierKeyOf } from "@/lib/ledger/checkpoint";
import { readHead } from "@/lib/ledger/head";
import { sha256 } from "@/lib/ledger/sha256";
import type { LogList } from "../schema";
import { quorumOf } from "../witnesses/service/cosignatures";
import { describeWitnesses } from "../witnesses/service/describe";

/**
 * Returns both logs, each with the keys that may sign its checkpoints, those that are retired, and its witnesses; and this service as a
 * witness. @param address of this service
 */
export async function listLogs({ db }: Context, address: string): Promise<LogList> {
  const keys = checkpointKeys((await listKeys({ db })).keys);
  const logs = [ANCHOR_LOG, COUNCIL_LOG] as const;
  return {
    logs: await Promise.all(
      logs.map(async (log) => {
        const { origin, tree, lastAt } = await readHead(db, log);
        const verifierKey = ({ raw }: CheckpointKey) => verifierKeyOf(sha256, origin, raw);
        return {
          log,
          origin,
          url: `${address}/log/${log}`,
          verifier_keys: keys.filter(({ lastSize }) => !lastSize).map(verifierKey),
          retired_keys: keys.flatMap((key) =>
            key.lastSize ? [{ verifier_key: verifierKey(key), last_size: ownValue(key.lastSize, origin) ?? 0 }] : [],
          ),
          size: tree.size,
          last_entry_at: tree.size === 0 ? null : lastAt.toISOString(),
          ...(await describeWitnesses(db, log)),
        };
      }),
    ),
    quorum: quorumOf(settings()),
    witness: {
      verifier_keys: await listWitnessKeys({ db }),
      url: `${address}/witness`,
      origins: [...new Set(settings().WITNESS_LOGS.map(({ name }) => name))],
    },
  };
}
