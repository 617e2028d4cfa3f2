import { mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { copyTemplate, onServer } from "@/lib/database/testing/template";
import { AlreadyRunning, type Embedded, isServed, startEmbedded } from "./start";

const RESTART_MILLISECONDS = 100;

const threads = vi.hoisted((): Worker[] => []);
vi.mock("node:worker_threads", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:worker_threads")>();
  class RecordedWorker extends original.Worker {
    constructor(...options: ConstructorParameters<typeof Worker>) {
      super(...options);
      threads.push(this);
    }
  }
  return { ...original, Worker: RecordedWorker };
});

describe.skipIf(onServer)("the embedded engine", () => {
  let directory: string;
  let running: Embedded[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), "governance-start-"));
    await copyTemplate(path.join(directory, "postgres"));
  });
  afterEach(async () => {
    await Promise.all(running.map((embedded) => embedded.stop()));
    running = [];
    await rm(directory, { recursive: true, force: true });
  });

  const socketOf = () => path.join(directory, "database.sock");
  async function start(): Promise<Embedded> {
    const options = { socket: socketOf(), directory: path.join(directory, "postgres") };
    const embedded = await startEmbedded(options, { restartMilliseconds: RESTART_MILLISECONDS });
    running.push(embedded);
    return embedded;
  }

  async function query(text: string): Promise<unknown[]> {
    const sql = postgres({ path: socketOf(), user: "postgres", database: "postgres", max: 1, connect_timeout: 2 });
    try {
      return [...(await sql.unsafe(text))];
    } finally {
      await sql.end({ timeout: 0 });
    }
  }

  it("lets exactly one of several starts at the same moment have the directory", async () => {
    const outcomes = await Promise.allSettled([start(), start(), start()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(AlreadyRunning);
    }
    await expect(start()).rejects.toThrow(`Another process already uses the database in ${directory}.`);
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("takes over the socket and the claim that a killed process left", async () => {
    await writeFile(socketOf(), "");
    await writeFile(`${socketOf()}.lock`, "");
    await expect(start()).rejects.toBeInstanceOf(AlreadyRunning);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${socketOf()}.lock`, longAgo, longAgo);
    await start();
    expect(await query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("keeps what it holds from start to start, and leaves no socket behind", async () => {
    const first = await start();
    await query("create table kept as select 42 as answer");
    await first.stop();
    running = [];
    expect(await isServed(socketOf())).toBe(false);
    await expect(stat(socketOf())).rejects.toMatchObject({ code: "ENOENT" });
    await start();
    expect(await query("select answer from kept")).toEqual([{ answer: 42 }]);
  });

  it("is started again when its thread dies, with what it held", async () => {
    // The thread that dies must not start from the template.
    await (await start()).stop();
    running = [];
    await start();
    await query("create table kept as select 42 as answer");
    for (let deaths = 0; deaths < 2; deaths++) {
      await threads.at(-1)?.terminate();
      const answer = () => query("select answer from kept").catch(() => []);
      await expect.poll(answer, { interval: 200 }).toEqual([{ answer: 42 }]);
    }
  });

  it("can be stopped while its thread waits to be started again", async () => {
    const embedded = await start();
    running = [];
    const started = threads.length;
    await threads.at(-1)?.terminate();
    await embedded.stop();
    await sleep(RESTART_MILLISECONDS * 2);
    expect(threads).toHaveLength(started);
    expect(await isServed(socketOf())).toBe(false);
  });
});
