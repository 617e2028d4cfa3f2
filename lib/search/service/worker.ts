import { systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { getEmbedder } from "./get-embedder";
import { drainOutbox } from "./outbox";

/** Waits until the start is over, because loading an encoder would slow it down. */
const FIRST_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 1_000;
/** The pause between batches, which leaves room for requests during a long backlog. */
const BREATH_MILLISECONDS = 20;

/**
 * Processes the outbox until it is stopped. Failures are stored with the skills and retried.
 * @param isReady whether the database is prepared
 * @returns the function that stops it, after the present batch
 */
export function startVectorWorker(isReady: () => boolean): () => Promise<void> {
  let stopped = false;
  let wake: () => void = () => {};
  const idle = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const work = async (): Promise<boolean> => {
    if (!isReady()) return false;
    return (await drainOutbox(systemContext(openDatabase()), getEmbedder())).stored;
  };
  const run = async () => {
    await idle(FIRST_MILLISECONDS);
    while (!stopped) {
      // The failure here is an unreachable database, which is reported elsewhere.
      const more = await work().catch(() => false);
      if (!stopped) await idle(more ? BREATH_MILLISECONDS : IDLE_MILLISECONDS);
    }
  };
  const running = run();
  return async () => {
    stopped = true;
    wake();
    await running;
  };
}
