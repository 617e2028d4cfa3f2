/** The longest time between a change's insert and the commit of its transaction. */
const COMMIT_MILLISECONDS = 15_000;

let expectedUntil = Number.NEGATIVE_INFINITY;

/** Notes that a transaction of this process inserted a change. */
export function expectChanges(): void {
  expectedUntil = performance.now() + COMMIT_MILLISECONDS;
}

/** Returns whether a change of this process may still be waiting for its commit or its number. */
export function mayExpectChanges(): boolean {
  return performance.now() < expectedUntil;
}
