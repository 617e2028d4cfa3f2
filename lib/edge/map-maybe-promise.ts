/**
 * Calls `next` with a value: at once if the value exists, else when its promise resolves. Awaiting an existing value would
 * cost each request a promise and a turn of the queue.
 */
export function mapMaybePromise<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
