import { systemContext } from "@/lib/authority/context";
import { subscribe, tableTopic } from "@/lib/database/bus";
import { openDatabase } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import { startLoop } from "@/lib/foundation/loop";
import { fetchExternal } from "@/lib/outgoing/request";
import type { LogName } from "../../service/prove";
import { PACE_SECONDS } from "../rules";
import type { Witness } from "./ask-witness";
import { offerDue } from "./offer";

/** How long a pass after an append waits, so it also offers entries that are appended just after. */
const GATHER_MILLISECONDS = 50;
/** How often to look in any case, because another instance may have ended. */
const IDLE_MILLISECONDS = 10_000;

function startOne(witness: Witness, isReady: () => boolean): () => Promise<void> {
  const ended = new AbortController();
  let last: LogName | undefined;
  /** Appends begin no pass before. */
  let restUntil = 0;
  const pass = async () => {
    if (!isReady()) return undefined;
    const ctx = systemContext(openDatabase());
    const { seconds, log } = await offerDue(ctx, { witness, send: fetchExternal, signal: ended.signal }, last);
    last = log;
    restUntil = performance.now() + Math.min(seconds, PACE_SECONDS) * 1_000;
    return Math.min(seconds * 1_000, IDLE_MILLISECONDS);
  };
  const loop = startLoop({ pass, idleMilliseconds: IDLE_MILLISECONDS, failed: "witness_not_asked" });
  const unsubscribe = subscribe(tableTopic("ledger_heads"), () =>
    loop.wake(Math.max(restUntil - performance.now(), GATHER_MILLISECONDS)),
  );
  return async () => {
    unsubscribe();
    ended.abort();
    await loop.stop();
  };
}

/**
 * Lets the witnesses in the settings cosign both logs while the process runs. Each has its own loop, so one that does not respond delays no
 * other. All instances do this, but only one at a time asks a witness.
 * @param isReady whether the database is prepared
 * @returns a function that stops it, also running requests
 */
export function startWitnessing(isReady: () => boolean): () => Promise<void> {
  const stops = settings().WITNESSES.map((witness) => startOne(witness, isReady));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
