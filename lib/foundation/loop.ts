import { reasonOf } from "@/lib/foundation/reason";
import { log } from "./log";

export interface Loop {
  /** Lets the next pass begin within this time. A pass may be running: then it is the one after it. */
  wake: (milliseconds?: number) => void;
  /** Ends it, after the present pass. */
  stop: () => Promise<void>;
}

interface Work {
  /** Does the due work. @returns milliseconds until the next pass. If absent, `idleMilliseconds` */
  pass: () => Promise<number | undefined>;
  /** The longest pause, also after a failure, because due work may not be announced. */
  idleMilliseconds: number;
  /** When the first pass begins. If absent, at once. */
  firstMilliseconds?: number;
  /** The log event for a failed pass. Absent if the failure is reported elsewhere. */
  failed?: string;
}

/** Repeats a pass, one at a time, whenever it is due or woken. It does not keep the process alive. */
export function startLoop({ pass, idleMilliseconds, firstMilliseconds = 0, failed }: Work): Loop {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function wake(milliseconds = 0): void {
    const at = performance.now() + milliseconds;
    if (isStopped || at >= dueAt) return;
    dueAt = at;
    if (!running) wait();
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => (running = run()), dueAt - performance.now()).unref();
  }

  async function run(): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    let pause: number | undefined;
    try {
      pause = await pass();
    } catch (error) {
      if (failed && !isStopped) log().warn({ event: failed, error: reasonOf(error) });
    }
    wake(pause ?? idleMilliseconds);
    running = undefined;
    if (!isStopped) wait();
  }

  wake(firstMilliseconds);
  return {
    wake,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
