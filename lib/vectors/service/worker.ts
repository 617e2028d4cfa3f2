import { systemContext } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import { drainOutbox } from "./outbox";
import { presentEmbedder } from "./present-embedder";

/** Until the start is over, which loading an encoder would slow. */
const FIRST_MILLISECONDS = 3_000;
const IDLE_MILLISECONDS = 1_000;
/** Between batches, so that a long backlog leaves room for requests. */
const BREATH_MILLISECONDS = 20;

/**
 * Drains the outbox as long as the process runs. Failures are recorded with the skills, and tried again.
 * @param isReady whether the database is prepared
 * @returns the function that ends it, after the batch under way
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
    return (await drainOutbox(systemContext(openDatabase()), presentEmbedder())).stored;
  };
  const run = async () => {
    await idle(FIRST_MILLISECONDS);
    while (!stopped) {
      // What fails here is that the database is away, which everything else says already.
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
