/**
 * Calls `next` with a value: at once where it is there, else when it comes. To await what is there already costs each request
 * a promise and a turn of the queue.
 */
export function whenThere<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
