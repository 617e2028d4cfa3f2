/** No result came in time. */
export class NoAnswer extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
    this.milliseconds = milliseconds;
  }
}

/**
 * Resolves with the result of `answer`. Rejects with its error, or with `NoAnswer` after `milliseconds` without a result. A
 * later result is dropped.
 */
export async function withDeadline<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    // Timers run before sockets are read. After a stall of our own process, a result that has already arrived must still
    // win, and setImmediate runs after the sockets.
    timer = setTimeout(() => setImmediate(reject, new NoAnswer(milliseconds)), milliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
