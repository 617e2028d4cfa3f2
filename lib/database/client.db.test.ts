import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Client, type ClientOptions, openClient } from "./client";
import { isDatabaseError } from "./errors";
import { startFaultyProxy } from "./testing/faulty-proxy";
import { startSlowProxy } from "./testing/slow-proxy";
import { createTestDatabase } from "./testing/test-database";

type OnTestFinished = (clean: () => Promise<void>) => void;

const server = process.env["TEST_DATABASE_URL"];
const connections = server === undefined ? 1 : 10;

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  copy = await createTestDatabase();
  const client = openClient(copy.address);
  await client.unsafe("create table notes (note text)");
  await client.end();
});
afterAll(() => copy.drop());

/** Returns a client for one test. Parallel tests must name the test whose end closes it. */
function open(finished: OnTestFinished = onTestFinished, address = copy.address, options: ClientOptions = {}): Client {
  const client = openClient(address, options);
  finished(() => client.end({ timeout: 1 }));
  return client;
}

/** Returns a client that waits two seconds for a response, so no test waits for the real deadlines. */
const openHasty = (finished?: OnTestFinished, address = copy.address) =>
  open(finished, address, { responseMilliseconds: 2_000, pooling: "none" });

const notes = (client: Client, note: string) => client.unsafe("select * from notes where note = $1", [note]);
const write = (client: Pick<Client, "unsafe">, note: string) =>
  client.unsafe("insert into notes values ($1)", [note]).then(() => {});

/** Returns the error of a promise. */
function failure(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

function expectTimeout(error: unknown, message: string): void {
  expect(error).toMatchObject({ name: "DatabaseTimeout", message });
  expect(isDatabaseError(error)).toBe(true);
}

/** A promise for a test, and the function that resolves it. */
function signal(): { reached: Promise<void>; reach: () => void } {
  let reach: () => void = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach };
}

describe("the database client", () => {
  it("gives up where no connection becomes free, and never sends what waited", async () => {
    const client = openHasty();
    const { reached, reach } = signal();
    const holders = Array.from({ length: connections }, () => client.begin(() => reached));
    let began = false;
    const work = async () => {
      began = true;
    };
    const queries = Array.from({ length: connections * 2 }, () => failure(write(client, "late")));
    const transaction = failure(client.begin(work));
    for (const outcome of await Promise.all([...queries, transaction]))
      expectTimeout(outcome, "no connection became free");
    reach();
    await Promise.all(holders);
    // Every connection can be used again.
    await Promise.all(
      Array.from({ length: connections }, () => client.begin((tx) => tx.unsafe("select pg_sleep(0.1)"))),
    );
    expect(await notes(client, "late")).toHaveLength(0);
    expect(began).toBe(false);
  });

  it("has its connections back after statements that fail, alone and in transactions", async () => {
    const client = open();
    const failures = Array.from({ length: connections * 3 }, (_, index) =>
      index % 2 === 0
        ? failure(client.unsafe("select 1 / $1::int", [0]))
        : failure(
            client.begin(async (tx) => {
              await write(tx, "undone");
              await tx.unsafe("select no_such_column");
            }),
          ),
    );
    for (const error of await Promise.all(failures)) expect(error).toMatchObject({ name: "PostgresError" });
    const answers = await Promise.all(
      Array.from({ length: connections * 2 }, (_, n) => client.unsafe("select $1::int as n", [n])),
    );
    expect(answers.map(([row]) => row?.["n"])).toEqual(Array.from({ length: connections * 2 }, (_, n) => n));
    expect(await notes(client, "undone")).toHaveLength(0);
  });

  it("gives each transaction a separate connection, even behind many waiting statements", async () => {
    const client = open();
    const other = open();
    await Promise.all(Array.from({ length: connections }, () => client.unsafe("select pg_sleep(0.05)")));
    for (const behind of [99, 100, 101]) {
      const statements = Array.from({ length: behind * connections }, () => write(client, `behind ${behind}`));
      const transactions = Array.from({ length: connections }, () =>
        failure(client.begin(() => Promise.reject(behind))),
      );
      const after = write(client, `behind ${behind}`);
      for (const error of await Promise.all(transactions)) expect(error).toBe(behind);
      await Promise.all([...statements, after]);
      expect(await notes(other, `behind ${behind}`)).toHaveLength(behind * connections + 1);
    }
  });

  it("answers again after queries gave up while their connections were being made", async () => {
    const slow = await startSlowProxy(copy.address, connections, 500);
    onTestFinished(slow.close);
    const client = openHasty(undefined, slow.address);
    // The first statements wait for connections without a response, the others for the attempts after them.
    const queries = Array.from({ length: connections * 2 }, () => failure(client.unsafe("select 1")));
    for (const error of await Promise.all(queries)) expect(isDatabaseError(error)).toBe(true);
    await slow.idle();
    expect(await client.unsafe("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("rolls back what throws, and lets the error through", async () => {
    const client = open();
    const work = client.begin(async (tx) => {
      await write(tx, "thrown");
      throw new Error("changed its mind");
    });
    await expect(work).rejects.toThrow("changed its mind");
    expect(await notes(client, "thrown")).toHaveLength(0);
  });
});

describe.runIf(server === undefined)("the database client on the embedded engine", () => {
  it("gives up a statement by its deadline, though the engine cannot be stopped, and is back when it ends", async () => {
    const client = openHasty();
    await client.unsafe("select 1");
    expectTimeout(await failure(client.unsafe("select pg_sleep(5)")), "the statement took too long");
    const answer = () =>
      client.unsafe("select 1 as one").then(
        ([row]) => row,
        () => undefined,
      );
    await expect.poll(answer).toEqual({ one: 1 });
  });
});

describe.runIf(server !== undefined).concurrent("the database client on a server", () => {
  it("has a statement that takes too long ended by the server", async ({ expect, onTestFinished }) => {
    const client = openHasty(onTestFinished);
    expect(await failure(client.unsafe("select pg_sleep(60)"))).toMatchObject({ code: "57014" });
    expect(await client.unsafe("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("has a wait for a lock ended by the server", async ({ expect, onTestFinished }) => {
    const client = openHasty(onTestFinished);
    const [locked, waited] = [signal(), signal()];
    const holder = open(onTestFinished).begin(async (tx) => {
      await tx.unsafe("select pg_advisory_xact_lock(1)");
      locked.reach();
      await waited.reached;
    });
    await locked.reached;
    expect(await failure(client.unsafe("select pg_advisory_xact_lock(1)"))).toMatchObject({ code: "55P03" });
    waited.reach();
    await holder;
  });

  it("gives up a transaction of too many statements, and commits nothing of it", async ({ expect, onTestFinished }) => {
    const client = openHasty(onTestFinished);
    let sent: unknown;
    const transaction = client.begin(async (tx) => {
      await write(tx, "endless");
      for (;;) {
        sent = tx.unsafe("select pg_sleep(0.3)");
        await sent;
      }
    });
    expectTimeout(await failure(transaction), "the transaction took too long");
    await sent;
    expect(await notes(client, "endless")).toHaveLength(0);
  });

  it("replaces connections that fell silent, and leaves none in the pool for the next", async ({
    expect,
    onTestFinished,
  }) => {
    const proxy = await startFaultyProxy("url" in copy.address ? copy.address.url : "", 5432);
    onTestFinished(proxy.refuse);
    const client = openHasty(onTestFinished, { url: proxy.url });
    const ask = () => client.unsafe("select 1 as one");
    await Promise.all(Array.from({ length: connections }, ask));
    proxy.swallow();
    const failures = await Promise.all(Array.from({ length: connections * 4 }, () => failure(ask())));
    for (const error of failures) expect(isDatabaseError(error)).toBe(true);
    await proxy.resume();
    // The pool learns of a destroyed socket at the end of the turn of the event loop.
    await sleep(50);
    const answers = await Promise.all(Array.from({ length: connections * 4 }, async () => (await ask()).length));
    expect(answers).toEqual(Array(connections * 4).fill(1));
  });

  it("gives up a commit that is never answered", async ({ expect, onTestFinished }) => {
    const proxy = await startFaultyProxy("url" in copy.address ? copy.address.url : "", 5432);
    onTestFinished(proxy.refuse);
    const client = openHasty(onTestFinished, { url: proxy.url });
    const transaction = client.begin(async (tx) => {
      await write(tx, "unheard");
      proxy.swallow();
    });
    expect(isDatabaseError(await failure(transaction))).toBe(true);
    await proxy.resume();
    expect(await notes(client, "unheard")).toHaveLength(0);
  });
});
