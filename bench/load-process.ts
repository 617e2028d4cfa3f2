import { connect } from "node:net";
import { ResponseEnd } from "./response-end";

/** What the callers of one round send, and for how long. */
export interface LoadOrder {
  port: number;
  /** Whole requests, as they go onto the wire. Each caller begins at another one and sends them in turn. */
  requests: Uint8Array[];
  /** A text in each of them that is replaced by a new number before it is sent: by digits, as many as it has characters. */
  numbered?: string | undefined;
  /** The status of every response, such as 200. */
  status: number;
  callers: number;
  milliseconds: number;
}

export interface LoadDone {
  latenciesMilliseconds: Float64Array;
  elapsedMilliseconds: number;
}

const READ_BYTES = 65_536;

/** The last number that a request was given, so that no two of this process have the same. */
let lastNumber = 0;

/** Returns a function that makes the caller's copy of a request ready to be sent. */
function preparerOf({ numbered }: LoadOrder): (request: Uint8Array) => Uint8Array {
  if (numbered === undefined) return (request) => request;
  const copies = new Map<Uint8Array, Buffer>();
  return (request) => {
    const copy = copies.get(request) ?? Buffer.from(request);
    copies.set(request, copy);
    lastNumber += 1;
    const at = Buffer.from(request).indexOf(numbered);
    copy.write(String(lastNumber).padStart(numbered.length, "0"), at);
    return copy;
  };
}

/** One caller: sends its next request when the last response is complete, until the time is over. */
function callUntil(over: number, first: number, order: LoadOrder, latencies: number[]): Promise<void> {
  const prepare = preparerOf(order);
  return new Promise((resolve, reject) => {
    const response = new ResponseEnd(order.status);
    let at = first;
    let started = 0;
    const send = () => {
      at = (at + 1) % order.requests.length;
      started = performance.now();
      socket.write(prepare(order.requests[at] ?? new Uint8Array()));
    };
    const take = (length: number, buffer: Uint8Array) => {
      try {
        if (!response.take((buffer as Buffer).subarray(0, length))) return true;
      } catch (error) {
        reject(error);
        return false;
      }
      const now = performance.now();
      latencies.push(now - started);
      response.reset();
      if (now < over) send();
      else socket.destroy();
      return true;
    };
    const onread = { buffer: Buffer.allocUnsafe(READ_BYTES), callback: take };
    const socket = connect({ port: order.port, host: "127.0.0.1", noDelay: true, onread });
    socket.on("connect", send).on("error", reject);
    socket.on("close", () => {
      if (performance.now() >= over) resolve();
      else reject(new Error("The server closed a connection."));
    });
  });
}

async function play(order: LoadOrder): Promise<LoadDone> {
  const latencies: number[] = [];
  const began = performance.now();
  const callers = Array.from({ length: order.callers }, (_, first) =>
    callUntil(began + order.milliseconds, first, order, latencies),
  );
  await Promise.all(callers);
  return {
    latenciesMilliseconds: Float64Array.from(latencies),
    elapsedMilliseconds: performance.now() - began,
  };
}

process.on("message", (order: LoadOrder) => {
  play(order).then(
    (done) => process.send?.(done),
    (error: unknown) => process.send?.({ fault: String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
