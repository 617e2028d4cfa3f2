/** The interval of the main thread's beats, and of the watchdog's ticks. */
export const TICK_MILLISECONDS = 500;
/** The exit code of a process that its watchdog ended. `scripts/supervise.mjs` knows it too. */
export const WATCHDOG_EXIT_CODE = 86;
/** How many ticks the stack may take, and then how many the line in the log. */
const GRACE_TICKS = 10;

/** The numbers that both threads share: how often the main thread has beaten, and whether a debugger may attach to it. */
export const SHARED = { beats: 0, isDebugged: 1 } as const;

/** What the watchdog does at a tick: read the stack, end the process without a stack, or end it without a line. */
export type Step = "none" | "read" | "end" | "kill";

/**
 * Counts the watchdog's own ticks since the last beat. A process that is suspended has no ticks, and a clock is not
 * read, so neither a suspended machine nor a changed clock ends a process.
 */
export class TickCounter {
  private readonly limitTicks: number;
  private beats = 0;
  private silentTicks = 0;

  constructor(seconds: number) {
    this.limitTicks = Math.ceil((seconds * 1_000) / TICK_MILLISECONDS);
  }

  tick(beats: number, isDebugged: boolean): Step {
    if (beats !== this.beats || isDebugged) this.silentTicks = 0;
    else this.silentTicks += 1;
    this.beats = beats;
    if (this.silentTicks === this.limitTicks) return "read";
    if (this.silentTicks === this.limitTicks + GRACE_TICKS) return "end";
    return this.silentTicks >= this.limitTicks + 2 * GRACE_TICKS ? "kill" : "none";
  }

  /** Starts the count again. */
  reset(): void {
    this.silentTicks = 0;
  }
}
