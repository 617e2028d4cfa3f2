import { systemContext } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { drainOutbox } from "./outbox";
import { presentEmbedder } from "./present-embedder";

const IDLE_MILLISECONDS = 1_000;

/**
 * Drains the outbox as long as the process runs. Failures are recorded with the skills, and tried again.
 * @param isReady whether the database is prepared
 * @returns the function that ends it, after the batch under way
 */
export function startVectorWorker(isReady: () => boolean): () => Promise<void> {
  let stopped = false;
  let wake: () => void = () => {};
  const idle = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MILLISECONDS);
      timer.unref();
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!stopped) {
      let more = false;
      try {
        if (isReady()) more = (await drainOutbox(systemContext(openDatabase()), presentEmbedder())).stored;
      } catch {
        // The database is away, which everything else says already.
      }
      if (!more && !stopped) await idle();
    }
  };
  const running = run();
  return async () => {
    stopped = true;
    wake();
    await running;
  };
}
