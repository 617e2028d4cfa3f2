import { systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { startLoop } from "@/lib/foundation/loop";
import { getEmbedder } from "./get-embedder";
import { drainOutbox } from "./outbox";

/** Waits until the start is over, because loading an encoder would slow it down. */
const FIRST_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 1_000;
/** The pause between batches, which leaves room for requests during a long backlog. */
const BREATH_MILLISECONDS = 20;

/**
 * Processes the outbox until it is stopped. Failures are stored with the skills and retried. Only an unreachable
 * database fails a pass, and that is reported elsewhere.
 * @param isReady whether the database is prepared
 * @returns the function that stops it, after the present batch
 */
export function startVectorWorker(isReady: () => boolean): () => Promise<void> {
  const pass = async () => {
    if (!isReady()) return undefined;
    const { stored } = await drainOutbox(systemContext(openDatabase()), getEmbedder());
    return stored ? BREATH_MILLISECONDS : undefined;
  };
  return startLoop({ pass, idleMilliseconds: IDLE_MILLISECONDS, firstMilliseconds: FIRST_MILLISECONDS }).stop;
}
