import { connect } from "node:net";
import { ResponseEnd } from "./response-end";

interface Sent {
  /** Whole requests, as they go onto the wire. Each caller begins at another one and sends them in turn. */
  requests: Uint8Array[];
  /** A text in each of them that is replaced by a new number before it is sent: by digits, as many as it has characters. */
  numbered?: string | undefined;
  /** The status of every response, such as 200. */
  status: number;
}

/** What the callers of one round send, and for how long. */
export interface LoadOrder extends Sent {
  port: number;
  /** Sent by each caller before each turn through its share of the requests, and not counted. No other caller has these. */
  before?: Sent | undefined;
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

/** A request that a caller sends again and again, and what it needs for that. */
interface Turn {
  /** Returns the caller's copy, ready to be sent. */
  prepare: () => Uint8Array;
  response: ResponseEnd;
  isCounted: boolean;
}

function turnOf(request: Uint8Array, { numbered, status }: Sent, isCounted: boolean): Turn {
  const copy = Buffer.from(request);
  const at = numbered === undefined ? -1 : copy.indexOf(numbered);
  const prepare = () => {
    if (numbered === undefined || at < 0) return copy;
    lastNumber += 1;
    copy.write(String(lastNumber).padStart(numbered.length, "0"), at);
    return copy;
  };
  return { prepare, response: new ResponseEnd(status), isCounted };
}

/** Returns what a caller sends in turn. */
function turnsOf(caller: number, order: LoadOrder): Turn[] {
  const { before, requests, callers } = order;
  const [start, rest] = [requests.slice(caller % requests.length), requests.slice(0, caller % requests.length)];
  const own = before ? requests.filter((_, index) => index % callers === caller) : [...start, ...rest];
  const changes = before?.requests.map((request) => turnOf(request, before, false)) ?? [];
  return [...changes, ...own.map((request) => turnOf(request, order, true))];
}

/** One caller: sends its next request when the last response is complete, until the time is over. */
function callUntil(over: number, caller: number, order: LoadOrder, latencies: number[]): Promise<void> {
  const turns = turnsOf(caller, order);
  return new Promise((resolve, reject) => {
    let sent = 0;
    let started = 0;
    let turn: Turn | undefined;
    const send = () => {
      turn = turns[sent++ % turns.length];
      started = performance.now();
      socket.write(turn?.prepare() ?? "");
    };
    const take = (length: number, buffer: Uint8Array) => {
      try {
        if (!turn?.response.take((buffer as Buffer).subarray(0, length))) return true;
      } catch (error) {
        reject(error);
        return false;
      }
      const now = performance.now();
      if (turn.isCounted) latencies.push(now - started);
      turn.response.reset();
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
