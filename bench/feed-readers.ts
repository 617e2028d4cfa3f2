// Follows the change feed with many streams in a separate process, and reports the latency of each event.
import { request } from "node:http";

/** An order to a reader process. */
export type ReaderOrder =
  | { do: "open"; port: number; path: string; tokens: (string | null)[] }
  /** Responds with the events since the last report. */
  | { do: "report" };

export interface ReaderReport {
  open: number;
  ended: number;
  /** Milliseconds from the writer's commit to the receipt, one for each event and stream. */
  latencies: Float64Array;
}

let latencies: number[] = [];
let open = 0;
let ended = 0;

const now = () => performance.timeOrigin + performance.now();

/** `data.committed_at` of each event is the time at which its writer began the commit. */
const COMMITTED_AT = /"committed_at":(\d+(?:\.\d+)?)/g;

function follow(port: number, path: string, token: string | null): Promise<void> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`${path}: ${response.statusCode}`));
        return;
      }
      open += 1;
      let rest = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        const at = now();
        const end = (rest + text).lastIndexOf("\n\n");
        const whole = end === -1 ? "" : (rest + text).slice(0, end);
        rest = (rest + text).slice(end === -1 ? 0 : end);
        for (const [, committed] of whole.matchAll(COMMITTED_AT)) latencies.push(at - Number(committed));
      });
      response.on("close", () => {
        open -= 1;
        ended += 1;
      });
      resolve();
    })
      .on("error", reject)
      .end();
  });
}

process.on("message", async (order: ReaderOrder) => {
  try {
    if (order.do === "open") {
      for (const token of order.tokens) await follow(order.port, order.path, token);
    }
    process.send?.({ open, ended, latencies: Float64Array.from(latencies) } satisfies ReaderReport);
    latencies = [];
  } catch (error) {
    process.send?.({ fault: String(error) });
  }
});
