// Follows the change feed with many streams in a separate process, and reports the latency of each event.
import { request } from "node:http";

/** Opens a stream for each token, and responds with the events since the last report. */
export interface StreamOrder {
  port: number;
  tokens: string[];
}

export interface ReaderReport {
  ended: number;
  /** Milliseconds from the writer's commit to the receipt, one for each event and stream. */
  latencies: Float64Array;
}

let latencies: number[] = [];
let ended = 0;

/** `data.committed_at` of each event is the time at which its writer began the commit. */
const COMMITTED_AT = /"committed_at":(\d+(?:\.\d+)?)/g;

function follow(port: number, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/api/events/stream", headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`The stream's status was ${response.statusCode}.`));
        return;
      }
      let rest = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        const at = performance.timeOrigin + performance.now();
        const end = (rest + text).lastIndexOf("\n\n");
        const whole = end === -1 ? "" : (rest + text).slice(0, end);
        rest = (rest + text).slice(end === -1 ? 0 : end);
        for (const [, committed] of whole.matchAll(COMMITTED_AT)) latencies.push(at - Number(committed));
      });
      response.on("close", () => (ended += 1));
      resolve();
    })
      .on("error", reject)
      .end();
  });
}

process.on("message", async ({ port, tokens }: StreamOrder) => {
  try {
    for (const token of tokens) await follow(port, token);
    process.send?.({ ended, latencies: Float64Array.from(latencies) } satisfies ReaderReport);
    latencies = [];
  } catch (error) {
    process.send?.({ fault: String(error) });
  }
});
