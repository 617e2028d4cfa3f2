import { mkdtemp } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeDirectory } from "@/lib/database/testing/template";
import { prepareService } from "../service";
import { type Comparison, killByTurns, ROUNDS } from "./kills";

const WRITERS = 6;
const WRITES_OF_AGENT = 20;
const OPERATOR_TOKEN = "an-operator-token-of-the-feed-crash-bench";
const HEADERS = { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" };
const RECEIVED_WITHIN_MILLISECONDS = 30_000;

/** Kills one of two services under writes, and compares the changes that a follower receives with the acknowledged writes. */
export const feed: Comparison = async ({ url }, closers) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "governance-feed-crash-"));
  closers.push(() => removeDirectory(dataDir));
  const environment = { DATABASE_URL: url, OPERATOR_TOKEN, LOG_LEVEL: "error" };
  const services = [await prepareService(dataDir, environment), await prepareService(dataDir, environment)];
  for (const { stop } of services) closers.push(() => stop("SIGKILL"));
  const addressOf = (n: number, path: string) => `http://127.0.0.1:${services[n % 2]?.port}${path}`;

  /** The revisions whose writes were acknowledged, by subject. The first is the registration. */
  const acknowledged = new Map<string, number[]>();
  /** The received revisions in order, by subject; and all received numbers. */
  const received = new Map<string, number[]>();
  const numbers: number[] = [];
  let cursor = "";
  let isWriting = true;
  let isFollowing = true;
  closers.push(() => {
    isWriting = false;
    isFollowing = false;
  });

  async function write(number: number): Promise<void> {
    for (let n = 0; isWriting; n += 1) {
      const did = `did:crash:s1:${number}-${Math.floor(n / WRITES_OF_AGENT)}`;
      const revisions = acknowledged.get(did) ?? [];
      acknowledged.set(did, revisions);
      const body = JSON.stringify({ did, name: "Crash", description: `revision ${n}` });
      const address = addressOf(Math.floor(Math.random() * 2), "/api/agent/register");
      try {
        const response = await fetch(address, { method: "POST", headers: HEADERS, body });
        const record = (await response.json()) as { revision?: number };
        if (response.status === 201) revisions.push(record.revision ?? 0);
      } catch {
        // The instance was killed.
      }
    }
  }

  function take(event: string): void {
    const [, id = "", text] = /^id: (\S+)\ndata: (.*)$/m.exec(event) ?? [];
    if (text === undefined) return;
    cursor = id;
    const { subject, data } = JSON.parse(text) as { subject: string; data: { revision?: number } };
    numbers.push(Number(id.split(".")[1]));
    received.set(subject, [...(received.get(subject) ?? []), data.revision ?? 1]);
  }

  /** Follows the feed through any instance that responds, after the last received change. */
  async function follow(): Promise<void> {
    for (let n = 0; isFollowing; n += 1) {
      await new Promise<void>((resolve) => {
        const headers = { authorization: HEADERS.authorization, "last-event-id": cursor };
        const asked = request(addressOf(n, "/api/events/stream"), { headers, agent: false });
        asked.on("response", (response) => {
          let rest = "";
          response.setEncoding("utf8").on("data", (text: string) => {
            const parts = (rest + text).split("\n\n");
            rest = parts.pop() ?? "";
            for (const part of parts) take(part);
          });
          response.on("close", resolve).on("error", () => {});
        });
        asked.on("error", () => resolve()).end();
      });
      await sleep(20);
    }
  }

  /** Compares received with acknowledged revisions. */
  function faults(): string[] {
    const found = numbers.flatMap((seq, at) => {
      const before = numbers[at - 1] ?? seq - 1;
      return seq === before + 1 ? [] : [`${seq} came after ${before}`];
    });
    for (const [did, revisions] of acknowledged) {
      const own = received.get(did) ?? [];
      const missing = revisions.filter((revision) => !own.includes(revision));
      if (missing.length > 0) found.push(`${did}: revisions ${missing.join(", ")} are missing`);
      if (own.some((revision, at) => at > 0 && revision <= (own[at - 1] ?? 0))) found.push(`${did}: ${own.join(", ")}`);
    }
    return found;
  }

  const start = async (index: number) => {
    const service = services[index % 2];
    if (!service) throw new Error("There are two services.");
    await service.start();
    return { kill: () => service.stop("SIGKILL") };
  };
  let writers: Promise<void>[] | undefined;
  await killByTurns(start, async (round) => {
    if (writers === undefined) {
      const response = await fetch(addressOf(0, "/api/events"));
      cursor = ((await response.json()) as { cursor: string }).cursor;
      void follow();
      writers = Array.from({ length: WRITERS }, (_, number) => write(number));
    }
    await sleep(100 + Math.random() * 400);
    return round % 2;
  });
  isWriting = false;
  await Promise.all(writers ?? []);
  const until = Date.now() + RECEIVED_WITHIN_MILLISECONDS;
  while (faults().length > 0 && Date.now() < until) await sleep(200);
  const found = faults();
  for (const fault of found.slice(0, 20)) process.stdout.write(`${fault}\n`);
  const written = [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    heads: [
      "kill -9 of one of two instances under writes",
      "acknowledged writes",
      "received changes",
      "missing or out of order",
    ],
    cells: [`${ROUNDS} rounds, ${WRITERS} writers`, written, numbers.length, found.length],
    holds: found.length === 0,
  };
};
