import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { newServerDatabase, onServer } from "@/lib/database/testing/template";
import { type EventReader, readEvents } from "../http/event-reader";
import { ROOMY } from "../http/relay-client";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer } from "../http/visitor";

/** How often an instance is killed. Only the long form kills any. */
const ROUNDS = 10 * Number(process.env["ROUNDS"] ?? 0);
const WRITERS = 6;
const WRITES_OF_AGENT = 20;
const LONGEST_RUN_MILLISECONDS = 500;
const OPERATOR_TOKEN = "operator-of-killed-instances";

interface Change {
  subject: string;
  data: { revision?: number };
}

it.runIf(onServer && ROUNDS > 0)(
  "of two instances under writes, each is killed in turn: a follower gets every acknowledged change once, in order",
  async () => {
    const database = await newServerDatabase();
    const env = { ...ROOMY, DATABASE_URL: database?.url ?? "", OPERATOR_TOKEN };
    const started: RunningServer[] = [];
    const start = async (dataDir?: string) => {
      const server = await startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) });
      started.push(server);
      return server;
    };
    let isOver = false;
    onTestFinished(async () => {
      isOver = true;
      for (const server of started) await server.cleanUp();
      await database?.drop();
    });
    const instances = [await start(), await start()] as [RunningServer, RunningServer];
    const urlOf = (n: number) => (n % 2 === 0 ? instances[0] : instances[1]).url;
    const headers = bearer(OPERATOR_TOKEN);

    /** The revisions whose writes were acknowledged, by subject. */
    const acknowledged = new Map<string, number[]>();
    const write = async (writer: number, n: number) => {
      const did = `did:crash:s1:${writer}-${Math.floor(n / WRITES_OF_AGENT)}`;
      const response = await fetch(`${urlOf(writer + n)}/api/agent/register`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ did, name: "Crash", description: `write ${n}` }),
      });
      const { revision } = await response.json();
      if (response.status === 201) acknowledged.set(did, [...(acknowledged.get(did) ?? []), revision]);
    };

    const { cursor } = await (await fetch(`${urlOf(0)}/api/events`)).json();
    const streams: EventReader[] = [];
    const received = () => streams.flatMap(({ events }) => events as { id: string; data: Change }[]);
    /** Follows the feed at any instance that responds, after the last received change. */
    const follow = async () => {
      for (let n = 0; !isOver; n += 1) {
        const after = { ...headers, "last-event-id": received().at(-1)?.id ?? cursor };
        const stream = await readEvents(`${urlOf(n)}/api/events/stream`, after).catch(() => undefined);
        if (stream) streams.push(stream);
        while (stream && !stream.ended() && !isOver) await sleep(20);
        stream?.close();
      }
    };
    void follow();

    let isWriting = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      // A killed instance does not respond.
      for (let n = 0; isWriting && !isOver; n += 1) await write(writer, n).catch(() => sleep(20));
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(Math.random() * LONGEST_RUN_MILLISECONDS);
      const victim = round % 2;
      await instances[victim]?.stop("SIGKILL");
      instances[victim] = await start(instances[victim]?.dataDir);
    }
    isWriting = false;
    await Promise.all(writers);

    const revisionsOf = (did: string) =>
      received().flatMap(({ data: { subject, data } }) => (subject === did ? [data.revision ?? 1] : []));
    const missing = () =>
      [...acknowledged].filter(([did, revisions]) => !revisions.every((each) => revisionsOf(did).includes(each)));
    await expect.poll(missing).toEqual([]);
    const places = received().map(({ id }) => Number(id.split(".")[1]));
    expect(places).toEqual(places.map((_, n) => (places[0] ?? 0) + n));
    for (const did of acknowledged.keys()) expect(revisionsOf(did)).toEqual(revisionsOf(did).toSorted((a, b) => a - b));
    expect(acknowledged.size).toBeGreaterThan(0);
  },
  3_600_000,
);
