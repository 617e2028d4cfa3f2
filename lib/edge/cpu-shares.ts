/** CPU milliseconds of this process, by all its threads. */
function processMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Shares the process's CPU time out evenly among the jobs under way, since JavaScript tells nobody what a single one used.
 * Other work of that time is shared out with it.
 */
export class CpuShares {
  private readonly usedMilliseconds: () => number;
  private jobs = 0;
  private readAt = 0;
  /** What a job would have been given that had been under way all the time. */
  private share = 0;

  /** @param usedMilliseconds never goes back */
  constructor(usedMilliseconds: () => number = processMilliseconds) {
    this.usedMilliseconds = usedMilliseconds;
  }

  /** Begins a job. @returns what ends it, and says how many milliseconds were its share */
  begin(): () => number {
    this.settle();
    this.jobs += 1;
    const before = this.share;
    return () => {
      this.settle();
      this.jobs -= 1;
      return this.share - before;
    };
  }

  private settle(): void {
    const now = this.usedMilliseconds();
    if (this.jobs > 0) this.share += (now - this.readAt) / this.jobs;
    this.readAt = now;
  }
}
