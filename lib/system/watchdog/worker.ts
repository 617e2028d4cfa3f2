import { write } from "node:fs";
import { workerData } from "node:worker_threads";
import { prettyLine } from "@/lib/foundation/log-line";
import { type PausedThread, pauseMainThread } from "./main-thread";
import { SHARED, TICK_MILLISECONDS, TickCounter, WATCHDOG_EXIT_CODE } from "./tick-counter";

// Runs on its own thread. Ends the process if the main thread is blocked.
export interface WatchdogOptions {
  shared: Int32Array<SharedArrayBuffer>;
  seconds: number;
  /** How the log is written; null: this line is not. */
  format: "json" | "pretty" | null;
}

const { shared, seconds, format } = workerData as WatchdogOptions;
const STANDARD_OUTPUT = 1;
const counter = new TickCounter(seconds);
let isStackKnown = false;
const kill = () => process.kill(process.pid, "SIGKILL");

/** Writes all bytes, then calls `then`. Not synchronous, because a reader that does not read would block this thread. */
function writeBytes(bytes: Buffer, then: () => void): void {
  write(STANDARD_OUTPUT, bytes, (error, written) => {
    if (error?.code === "EAGAIN") setTimeout(() => writeBytes(bytes, then), TICK_MILLISECONDS);
    else if (error || written === bytes.length) then();
    else writeBytes(bytes.subarray(written), then);
  });
}

function lineWith(stack: string): string {
  if (format === null) return "";
  const msg = `the main thread was blocked for ${seconds} seconds; the process ends`;
  const line = JSON.stringify({ level: "fatal", time: new Date().toISOString(), event: "watchdog", stack, msg });
  return format === "pretty" ? prettyLine(line) : `${line}\n`;
}

const writeLine = (stack: string, then: () => void) => writeBytes(Buffer.from(lineWith(stack)), then);

function endPaused({ isDebugged, stack, resume, exit }: PausedThread): void {
  if (isDebugged) {
    counter.reset();
    resume();
  } else {
    isStackKnown = true;
    writeLine(`\n${stack}`, () => exit(WATCHDOG_EXIT_CODE));
  }
}

function readStack(): void {
  try {
    pauseMainThread(endPaused);
  } catch {
    // Node may forbid it. The next step ends the process without a stack.
  }
}

setInterval(() => {
  const isDebugged = Atomics.load(shared, SHARED.isDebugged) === 1;
  const step = counter.tick(Atomics.load(shared, SHARED.beats), isDebugged);
  if (step === "read") readStack();
  if (step === "end" && !isStackKnown) writeLine("unknown, because the main thread runs native code", kill);
  if (step === "kill") kill();
}, TICK_MILLISECONDS);
