/**
 * What `answer` resolves to. Rejects with its error, or once `milliseconds` have passed without an answer;
 * a later answer is dropped.
 */
export async function withDeadline<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    // Timers run before sockets are read: after a stall of our own, an answer that has already arrived
    // must still win. setImmediate runs after the sockets.
    timer = setTimeout(() => setImmediate(reject, new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
