import { inArray } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Reader } from "@/lib/database/open";
import { witnesses } from "@/lib/database/schema/witness";
import { settings } from "@/lib/foundation/env";
import { ownValue } from "@/lib/foundation/own-values";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import type { LogList } from "../../schema";
import { newestWithQuorum, type Witnessed } from "../rules";
import { listCosignatures, quorumOf, readWitnessedCheckpoint } from "./cosignatures";

type Log = LogList["logs"][number];

/** Reads why witnesses did not cosign, by verifier key and log. */
async function readTroubles(db: Reader) {
  const keys = settings().WITNESSES.map(({ key }) => key.text);
  const rows = keys.length === 0 ? [] : await db.select().from(witnesses).where(inArray(witnesses.witness, keys));
  return new Map(rows.map(({ witness, troubles }) => [witness, troubles]));
}

/** Returns the witnesses of a log, in the order of the setting, and its newest checkpoint with a quorum. */
export async function describeWitnesses(db: Reader, log: string): Promise<Pick<Log, "witnessed" | "witnesses">> {
  const config = settings();
  const cosignatures = await listCosignatures(db, log, config);
  const troubles = await readTroubles(db);
  const witnessed = newestWithQuorum(cosignatures, quorumOf(config));
  return {
    witnessed: witnessed ? { size: witnessed.size, at: witnessed.at.toISOString() } : null,
    witnesses: config.WITNESSES.map(({ key: { text } }) => {
      const own = cosignatures.filter(({ witness }) => witness === text).sort((a, b) => b.size - a.size)[0];
      return {
        verifier_key: text,
        size: own?.size ?? null,
        cosigned_at: own?.cosignedAt.toISOString() ?? null,
        trouble: ownValue(troubles.get(text) ?? {}, log)?.says ?? null,
      };
    }),
  };
}

/** Reads the newest checkpoint of each log with a quorum, of the logs that have one. */
export async function listWitnessed({ db }: Pick<Context, "db">): Promise<(Witnessed & { log: string })[]> {
  const logs = [ANCHOR_LOG, COUNCIL_LOG];
  const read = await Promise.all(logs.map(async (log) => ({ log, witnessed: await readWitnessedCheckpoint(db, log) })));
  return read.flatMap(({ log, witnessed }) => (witnessed ? [{ log, ...witnessed }] : []));
}

/** Returns why witnesses do not cosign our logs, sentences for each. */
export async function listWitnessTroubles({ db }: Pick<Context, "db">): Promise<string[]> {
  const troubles = await readTroubles(db);
  return settings().WITNESSES.flatMap(({ key: { name, text } }) =>
    [ANCHOR_LOG, COUNCIL_LOG].flatMap((log) => {
      const trouble = ownValue(troubles.get(text) ?? {}, log);
      return trouble ? `The witness ${name} does not cosign the log "${log}". ${trouble.says}` : [];
    }),
  );
}
