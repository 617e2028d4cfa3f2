import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { borrowEngine } from "@/lib/database/testing/engines";
import { embeddedTemplate, onServer, packedOf } from "@/lib/database/testing/template";
import { openEngine } from "./engine";
import { Gateway } from "./gateway";
import type { Embedded } from "./start";

describe.skipIf(onServer)("the gateway to the embedded engine", () => {
  let embedded: Embedded;
  beforeAll(async () => {
    embedded = await borrowEngine();
    const sql = open();
    await sql`create table notes (id serial primary key, client int not null, note text not null)`;
    await sql.end();
  });
  afterAll(() => embedded.stop());

  function open(sockets: Socket[] = [], path = embedded.socket): postgres.Sql {
    const options = {
      max: 1,
      path,
      user: "postgres",
      database: "postgres",
      // Undocumented in the types: how postgres.js connects.
      socket: () => {
        const socket = connect(path);
        sockets.push(socket);
        return socket;
      },
    };
    return postgres(options);
  }

  function openForTest(sockets?: Socket[], path?: string): postgres.Sql {
    const sql = open(sockets, path);
    onTestFinished(() => sql.end({ timeout: 1 }));
    return sql;
  }

  it("gives each of 3,000 interleaved queries of five clients its own answer", async () => {
    const clients = Array.from({ length: 5 }, () => openForTest());
    const answers = await Promise.all(
      Array.from({ length: 3_000 }, async (_, n) => {
        const client = n % 5;
        const text = `${client}-${n}-${"é".repeat(n % 50)}`;
        const [row] =
          (await clients[client]?.unsafe("select $1::int as n, $2::text as text", [n, text], {
            prepare: n % 2 === 0,
          })) ?? [];
        return row?.["n"] === n && row["text"] === text;
      }),
    );
    expect(answers.filter(Boolean)).toHaveLength(3_000);
  });

  it("keeps the transactions of several clients apart, and an error in one to that one", async () => {
    const clients = Array.from({ length: 5 }, () => openForTest());
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const client = n % 5;
        const note = `apart ${n}`;
        return clients[client]
          ?.begin(async (tx) => {
            await tx`insert into notes (client, note) values (${client}, ${note})`;
            const [own] = await tx`select count(*)::int as mine from notes where note = ${note}`;
            await sleep(n % 3);
            if (n % 4 === 0) await tx`select 1 / 0`;
            return own?.["mine"];
          })
          .catch(() => "failed");
      }),
    );
    expect(outcomes).toEqual(Array.from({ length: 100 }, (_, n) => (n % 4 === 0 ? "failed" : 1)));
    const [kept] = (await clients[0]?.unsafe("select count(*)::int as n from notes where note like 'apart%'")) ?? [];
    expect(kept?.["n"]).toBe(75);
  });

  it("rolls back what a client left open when its connection broke", async () => {
    const sockets: Socket[] = [];
    const broken = open(sockets);
    const other = openForTest();
    const transaction = broken.begin(async (tx) => {
      await tx`insert into notes (client, note) values (1, 'abandoned')`;
      sockets[0]?.destroy();
      await sleep(50);
    });
    await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await other`select * from notes where note = 'abandoned'`).toHaveLength(0);
    expect(await other`select pg_current_xact_id_if_assigned() as xact`).toEqual([{ xact: null }]);
    await broken.end({ timeout: 0 });
  });

  it("goes on when a connection breaks in the middle of a message, or speaks another protocol", async () => {
    const parameters = Buffer.from("user\0postgres\0database\0postgres\0\0");
    const startup = Buffer.concat([Buffer.alloc(8), parameters]);
    startup.writeInt32BE(startup.length, 0);
    startup.writeInt32BE(196_608, 4);
    const parse = Buffer.from("P\0\0\0\x18half\0select 1 / 1\0\0\0", "latin1");
    for (const bytes of [
      startup.subarray(0, 6),
      startup,
      Buffer.concat([startup, parse]),
      Buffer.from("GET / HTTP/1.1\r\n"),
    ]) {
      const socket = connect(embedded.socket);
      await once(socket, "connect");
      socket.on("error", () => {}).resume();
      socket.write(bytes);
      await sleep(30);
      socket.destroy();
    }
    const sql = openForTest();
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await sql`select * from pg_prepared_statements where name = 'half'`).toHaveLength(0);
  });

  it("frees the named statements of a client that is gone", async () => {
    const watcher = openForTest();
    const prepared = async () => {
      const rows = await watcher.unsafe("select 1 from pg_prepared_statements where statement like '%as guest%'");
      return rows.length;
    };
    const guest = open();
    for (let n = 0; n < 20; n++) await guest.unsafe(`select $1::int + ${n} as guest`, [n], { prepare: true });
    expect(await prepared()).toBe(20);
    await guest.end();
    await expect.poll(prepared).toBe(0);
  });

  it("cuts off a client that keeps the session and sends nothing", async () => {
    const template = await openAsBlob(packedOf(await embeddedTemplate()));
    const gateway = new Gateway(openEngine({ loadDataDir: template }), () => {}, undefined, 200);
    const directory = await mkdtemp(path.join(tmpdir(), "governance-gateway-"));
    const socket = path.join(directory, "database.sock");
    await gateway.listen(socket);
    onTestFinished(async () => {
      await gateway.close();
      await rm(directory, { recursive: true });
    });
    const [holder, other] = [openForTest([], socket), openForTest([], socket)];
    await holder`create table notes (note text)`;
    let cutOff: () => void = () => {};
    const until = new Promise<void>((resolve) => {
      cutOff = resolve;
    });
    const transaction = holder.begin(async (tx) => {
      await tx`insert into notes values ('stalled')`;
      await until;
    });
    const outcome = expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await other`select * from notes`).toHaveLength(0);
    cutOff();
    await outcome;
  });

  it("leaves the main thread's event loop free during a query of a second", async () => {
    const sql = openForTest();
    await sql`select 1`;
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    await sql.unsafe(`do $$ declare start timestamptz := clock_timestamp(); begin
      while clock_timestamp() < start + interval '1 second' loop end loop; end $$`);
    clearInterval(ticking);
    // A blocked loop would turn only once, at the end.
    expect(turns).toBeGreaterThan(10);
  });
});
