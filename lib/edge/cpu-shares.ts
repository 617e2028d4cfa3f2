/** Returns the CPU milliseconds of this process, in all its threads. */
function processMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Divides the process's CPU time equally among the running jobs, because JavaScript cannot measure the time of a single
 * job. Other work in that time is divided among them too.
 */
export class CpuShares {
  private readonly usedMilliseconds: () => number;
  private jobs = 0;
  private readAt = 0;
  /** The share of a job that had run all the time. */
  private share = 0;

  /** @param usedMilliseconds never decreases */
  constructor(usedMilliseconds: () => number = processMilliseconds) {
    this.usedMilliseconds = usedMilliseconds;
  }

  /** Begins a job. @returns a function that ends it and returns its share in milliseconds */
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
