const WINDOW_MILLISECONDS = 10_000;
/** The lines of each kind in a window. */
const MAX_LINES = 50;

/**
 * Bounds the lines of the log that any number of requests could cause. The first ones of each window are written. Then
 * only their number is.
 */
export class LogSampler {
  private readonly counts = new Map<number, number>();
  private readonly report: (status: number, count: number) => void;

  /** @param report writes how many lines of a kind were left out in a window */
  constructor(report: (status: number, count: number) => void) {
    this.report = report;
  }

  /** Counts a line. @param status the kind of the line: the status of the response @returns whether to write it */
  take(status: number): boolean {
    if (this.counts.size === 0) setTimeout(() => this.endWindow(), WINDOW_MILLISECONDS).unref();
    const count = (this.counts.get(status) ?? 0) + 1;
    this.counts.set(status, count);
    return count <= MAX_LINES;
  }

  private endWindow(): void {
    const ended = [...this.counts];
    this.counts.clear();
    for (const [status, count] of ended) if (count > MAX_LINES) this.report(status, count - MAX_LINES);
  }
}
