import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { RegisterAgent } from "@/lib/features/agents/schema";
import { registerAgent } from "@/lib/features/agents/service/register";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { appendEvent } from "@/lib/features/relay/service/append";
import { createDraft } from "@/lib/ledger/link";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { type Client, openClient } from "./client";
import { migrateDatabase } from "./migrate";
import type { Database } from "./open";
import { findPooling, readTimeouts } from "./pooler";
import { type PooledDatabase, startPgBouncer, withPgBouncer } from "./testing/pgbouncer";
import { newServerDatabase, onServer } from "./testing/template";

const CALLERS = 32;
/** Times as many in the long form. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
const WRITES = { anchors: 200 * ROUNDS, events: 200 * ROUNDS, agents: 100 * ROUNDS };

/** Makes `count` writes by several callers. @returns the acknowledged writes, and the number of failures */
async function writeMany(count: number, write: (number: number) => Promise<string>) {
  const acknowledged = new Set<string>();
  const errors: unknown[] = [];
  let next = 0;
  const caller = async () => {
    while (acknowledged.size < count && errors.length < count) {
      next += 1;
      await write(next).then(
        (id) => acknowledged.add(id),
        (error: unknown) => errors.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { acknowledged, errors };
}

const writers = (db: Database) => ({
  anchors: async (number: number) => {
    const content = { did: "did:test:s1:writer", kind: "note", scope: "PUBLIC" as const, payload: { number } };
    const [anchored] = await appendAnchors(db, [{ ...createDraft(content, new Date()), key: undefined }]);
    return anchored?.entry.id ?? "";
  },
  events: async (number: number) => {
    const trace = { traceId: `trace-${number % 8}`, srcDid: "did:test:s1:writer", dstDid: "did:test:s1:reader" };
    return (await appendEvent(db, { ...trace, intent: `event ${number}`, at: new Date() })).id;
  },
  agents: async (number: number) => {
    const input = RegisterAgent.parse({ did: `did:test:s1:a${number}`, name: `Agent ${number}` });
    return (await registerAgent(systemContext(db), input)).did;
  },
});

describe.runIf(onServer && withPgBouncer).each(["session", "transaction"] as const)(
  "behind PgBouncer in %s mode",
  (mode) => {
    let database: Awaited<ReturnType<typeof newServerDatabase>>;
    let pooled: PooledDatabase;
    let client: Client;
    let db: Database;
    let direct: Client;
    beforeAll(async () => {
      database = await newServerDatabase({ empty: true });
      pooled = await startPgBouncer(database?.url ?? "", mode);
      client = openClient({ url: pooled.url });
      db = drizzle(client);
      direct = openClient({ url: pooled.directUrl });
    });
    afterAll(async () => {
      await Promise.all([client?.end({ timeout: 1 }), direct?.end({ timeout: 1 })]);
      await pooled?.stop();
      await database?.drop();
    });

    it("several instances migrate an empty database at once", async () => {
      await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ url: pooled.url })));
      await ensureSigningKey(db, undefined, new Date());
      const [row] = await direct.unsafe("select count(*)::int as heads from ledger_heads");
      expect(row).toEqual({ heads: 2 });
    });

    it("the mode is found out, also while others are busy, and what it means for notifications", async () => {
      expect(await findPooling(pooled.directUrl, 3_000)).toBe("none");
      const busy = openClient({ url: pooled.url });
      onTestFinished(() => busy.end({ timeout: 1 }));
      let isOver = false;
      const traffic = Array.from({ length: 3 }, async () => {
        while (!isOver) await busy.begin((tx) => tx.unsafe("select pg_sleep(0.001)"));
      });
      for (let time = 0; time < 5; time += 1) expect(await findPooling(pooled.url, 3_000)).toBe(mode);
      isOver = true;
      await Promise.all(traffic);
      expect([await client.pooling(), await client.receivesNotifications()]).toEqual([mode, mode === "session"]);
      const told = openClient({ url: pooled.url }, { pooling: "none", directUrl: pooled.directUrl });
      onTestFinished(() => told.end({ timeout: 1 }));
      expect([await told.pooling(), await told.receivesNotifications()]).toEqual(["none", true]);
    });

    it("notifications come by the direct URL, or through the pooler where it keeps a session", async () => {
      const listener = openClient({ url: pooled.url }, { directUrl: pooled.directUrl });
      onTestFinished(() => listener.end({ timeout: 1 }));
      const heard: string[] = [];
      const hearer = {
        channels: ["told"],
        onNotification: (_: string, text: string) => heard.push(text),
        onChange: () => {},
      };
      expect(await listener.notifications.start(hearer)).toBe(true);
      await client.unsafe("select pg_notify('told', $1)", [mode]);
      await expect.poll(() => heard).toEqual([mode]);
      expect(await client.notifications.start(hearer)).toBe(mode === "session");
    });

    it("a process knows the changes of others, with notifications or without", async () => {
      const heard: unknown[] = [];
      const changes = client.followChanges((changed) => void heard.push(changed));
      await changes.read();
      await direct.unsafe("update freezes set reason = 'other' where subsystem = 'relay'");
      await changes.read();
      expect(heard).toEqual(["all", new Set(["freezes"])]);
    });

    it("no statement has a name, and the role's timeouts are the ones that hold", async () => {
      const wanted = client.serverTimeouts;
      expect((await readTimeouts(db, wanted)).map(({ isGood }) => isGood)).toEqual([false, false, false]);
      for (const [name, value] of Object.entries(wanted)) await pooled.setOfRole(name, `${value}ms`);
      const later = openClient({ url: pooled.url });
      onTestFinished(() => later.end({ timeout: 1 }));
      await direct.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()",
      );
      await expect
        .poll(() => readTimeouts(drizzle(later), wanted).catch(() => undefined))
        .toEqual(
          Object.entries(wanted).map(([name, value]) => ({ name, present: value, wanted: value, isGood: true })),
        );
      const named = await later.unsafe("select name from pg_prepared_statements where $1", [true]);
      expect(named).toEqual([]);
    });

    it("statements with and without parameters, many at once, each get their own answer", async () => {
      const ask = async (number: number) => {
        const [row] = await (number % 2 === 0
          ? client.unsafe(`select ${number} as n`)
          : client.unsafe("select $1::int as n", [number]));
        return row?.["n"];
      };
      for (let round = 0; round < 5; round += 1) {
        const numbers = Array.from({ length: 200 }, (_, n) => n);
        expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
      }
    });

    it("of many acknowledged writes none is lost, and the log is whole", async () => {
      const write = writers(db);
      const [anchors, events, agents] = await Promise.all([
        writeMany(WRITES.anchors, write.anchors),
        writeMany(WRITES.events, write.events),
        writeMany(WRITES.agents, write.agents),
      ]);
      expect([...anchors.errors, ...events.errors, ...agents.errors]).toEqual([]);
      const stored = async (text: string) => new Set((await direct.unsafe(text)).map(({ id }) => String(id)));
      const lost = async (acknowledged: Set<string>, text: string) => {
        const there = await stored(text);
        return [...acknowledged].filter((id) => !there.has(id));
      };
      expect(await lost(anchors.acknowledged, "select id from ledger_entries where log = 'anchors'")).toEqual([]);
      expect(await lost(events.acknowledged, "select id from relay_events")).toEqual([]);
      expect(await lost(agents.acknowledged, "select did as id from agents")).toEqual([]);
      const sizes = [anchors, events, agents].map(({ acknowledged }) => acknowledged.size);
      expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThanOrEqual(500 * ROUNDS);
      expect((await verifyStoredLog(drizzle(direct), "anchors")).fault).toBeNull();
    });
  },
);
