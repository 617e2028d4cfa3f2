import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { endThread, startThread } from "@/lib/foundation/thread";
import { type CheckedPage, checkPage, type PageToCheck } from "./check-page";

/** A thread that checks one page after the other. */
class CheckThread {
  private readonly worker: Worker = startThread("ledger/check-worker");
  private last: Promise<unknown> = Promise.resolve();

  check(page: PageToCheck): Promise<CheckedPage> {
    const checked = this.last.then(async () => {
      this.worker.postMessage(page);
      const [answer] = await once(this.worker, "message");
      return answer;
    });
    this.last = checked.catch(() => {});
    return checked;
  }

  end(): Promise<void> {
    return endThread(this.worker);
  }
}

/** Checks pages on this many threads in turn, or on the present thread if the number is 0. */
export class PageCheckers {
  private readonly threads: CheckThread[];
  private turn = 0;

  constructor(threads: number) {
    this.threads = Array.from({ length: threads }, () => new CheckThread());
  }

  async check(page: PageToCheck): Promise<CheckedPage> {
    const thread = this.threads[this.turn++ % this.threads.length];
    return thread ? thread.check(page) : checkPage(page);
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()));
  }
}
