import { drizzle } from "drizzle-orm/postgres-js";
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { countMissingMigrations, IncompatibleDatabase, migrateDatabase } from "./migrate";
import { onServer } from "./testing/template";
import { createTestDatabase } from "./testing/test-database";

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
let clients: postgres.Sql[] = [];
beforeAll(async () => {
  copy = await createTestDatabase();
  const { address } = copy;
  const options = { max: 1, onnotice: () => {} };
  clients = Array.from({ length: 4 }, () =>
    "url" in address
      ? postgres(address.url, options)
      : postgres({ ...options, path: address.socket, user: "postgres", database: "postgres" }),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await copy.drop();
});

const did = fc.nat(15).map((number) => `did:test:s1:n${number}`);
const zone = fc.constantFrom("S1", "S2");
const status = fc.constantFrom("active", "unverified");
const tier = fc.constantFrom("T0", "T1");
const step = fc.record({
  kind: fc.constantFrom("insert", "insert", "update", "move all", "delete", "delete some"),
  did,
  zone,
  status,
  tier,
  isDemo: fc.boolean(),
  client: fc.nat(3),
  commits: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function rowOf({ did, zone, status, tier, isDemo }: Pick<Step, "did" | "zone" | "status" | "tier" | "isDemo">) {
  const now = new Date();
  return {
    did,
    zone,
    name: "n",
    status,
    trust_tier: tier,
    is_demo: isDemo,
    owner_kind: "operator",
    trust_score: 0,
    trust_as_of: now,
    registered_at: now,
    last_seen: now,
  };
}

/**
 * Runs one step in its own transaction. Steps with many rows lock the table, because others might lock rows in another
 * order.
 */
async function take(step: Step): Promise<void> {
  const client = clients[step.client];
  const undone = new Error("rolled back");
  const work = client?.begin(async (tx) => {
    const row = rowOf(step);
    const { kind, zone } = step;
    if (kind === "insert")
      await tx`insert into agents ${tx([row, { ...row, did: `${row.did}b` }])} on conflict do nothing`;
    if (kind === "update")
      await tx`update agents set ${tx(row, "zone", "status", "trust_tier", "is_demo")} where did = ${step.did}`;
    if (kind === "delete") await tx`delete from agents where did = ${step.did}`;
    if (kind === "move all" || kind === "delete some") await tx`lock table agents in share row exclusive mode`;
    if (kind === "move all") await tx`update agents set zone = ${zone}, trust_tier = ${step.tier}`;
    if (kind === "delete some") await tx`delete from agents where zone = ${zone} and status = ${step.status}`;
    if (!step.commits) throw undone;
  });
  await work?.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

describe("migrations", () => {
  it("keep agent_counts equal to a plain count, whatever several clients change at once", async () => {
    const [reader] = clients;
    if (!reader) throw new Error("no client");
    // In all rounds. The most of one round is sometimes three.
    let counted = 0;
    const rounds = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      await Promise.all(steps.map(take));
      const plain = await reader`select zone, status, trust_tier, is_demo, count(*)::int as agents from agents
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
      const kept = await reader`select zone, status, trust_tier, is_demo, sum(agents)::int as agents from agent_counts
        group by 1, 2, 3, 4 having sum(agents) <> 0 order by 1, 2, 3, 4`;
      expect(kept).toEqual(plain);
      counted += plain.length;
    });
    await fc.assert(rounds, { numRuns: 15, endOnFailure: true });
    expect(counted).toBeGreaterThan(20);
  });

  it.runIf(onServer)("let no transaction that changes agents wait for another that does", async () => {
    if (!("url" in copy.address)) throw new Error("no server");
    // More than the former number of rows per count, which writers shared by their connection's number.
    const server = postgres(copy.address.url, { max: 20, onnotice: () => {} });
    const connections = await Promise.all(Array.from({ length: 20 }, () => server.reserve()));
    const changes = connections.map(async (sql, number) => {
      const row = rowOf({ did: `did:at:s1:once-${number}`, zone: "S1", status: "active", tier: "T0", isDemo: false });
      await sql`begin`;
      await sql`set local lock_timeout = '2s'`;
      await sql`insert into agents ${sql(row)}`;
      await sql`update agents set status = 'suspended' where did = ${row.did}`;
    });
    const ends = await Promise.allSettled(changes);
    for (const connection of connections) connection.release();
    await server.end({ timeout: 1 });
    expect(ends.filter(({ status }) => status === "rejected")).toEqual([]);
  });

  it("may be run again, and by several instances at once", async () => {
    await Promise.all(Array.from({ length: 4 }, () => migrateDatabase(copy.address)));
    const [row] =
      (await clients[0]?.unsafe("select count(*)::int as heads from ledger_heads where log = 'council'")) ?? [];
    expect(row).toEqual({ heads: 1 });
  });

  it.runIf(onServer)("are tried again after a deadlock with an instance that serves", async () => {
    const [client] = clients;
    if (!client) throw new Error("no client");
    const migrating = await client.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`;
      const migration = migrateDatabase(copy.address);
      // Until it waits for the table, with the lock of the start that is asked for next.
      await vi.waitFor(
        async () => {
          const waits = tx`select from pg_locks where relation = 'drizzle.__drizzle_migrations'::regclass and not granted`;
          expect((await waits).count).toBe(1);
        },
        { timeout: 10_000 },
      );
      await tx`set local deadlock_timeout = '1h'`;
      await tx`select pg_advisory_xact_lock(7041776)`;
      return { migration };
    });
    await expect(migrating.migration).resolves.toBeUndefined();
  });

  it("leave no DIDs pending in the trigram index, for which PostgreSQL would not use the primary key", async () => {
    const [index] =
      (await clients[0]?.unsafe("select reloptions from pg_class where relname = 'agents_did_trgm'")) ?? [];
    expect(index?.["reloptions"]).toEqual(["fastupdate=false"]);
  });
});

describe("a database of another build", () => {
  const journal = "drizzle.__drizzle_migrations";
  const schema = `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`;

  /** Changes the journal, migrates, and puts the journal back. */
  async function migrateAfter(change: string): Promise<unknown> {
    const [client] = clients;
    if (!client) throw new Error("no client");
    await client.unsafe(`create table kept as select * from ${journal}`);
    await client.unsafe(change);
    const before = await client.unsafe(schema);
    const outcome = await migrateDatabase(copy.address).catch((error: unknown) => error);
    const missing = await countMissingMigrations(drizzle(client)).catch((error: unknown) => error);
    expect(await client.unsafe(schema)).toEqual(before);
    await client.unsafe(`delete from ${journal}`);
    await client.unsafe(`insert into ${journal} select * from kept`);
    await client.unsafe("drop table kept");
    return [outcome, missing];
  }

  it.each([
    ["began with other migrations", `update ${journal} set hash = md5(hash), created_at = created_at - 100000000`],
    ["has one migration in another version", `update ${journal} set hash = md5(hash) where id = 2`],
    ["has one migration of another time", `update ${journal} set created_at = created_at + 1 where id = 2`],
    ["has a further migration before ours", `insert into ${journal} (hash, created_at) values ('0', 1)`],
  ])("is left as it is if it %s", async (_, change) => {
    expect(await migrateAfter(change)).toEqual([expect.any(IncompatibleDatabase), expect.any(IncompatibleDatabase)]);
  });

  it("is served if a newer build has added migrations to ours", async () => {
    const newer = `insert into ${journal} (hash, created_at) values ('0', 99999999999999)`;
    expect(await migrateAfter(newer)).toEqual([undefined, 0]);
  });

  it("tells how many migrations are missing", async () => {
    const [client] = clients;
    if (!client) throw new Error("no client");
    const undone = new Error("rolled back");
    const work = drizzle(client).transaction(async (tx) => {
      await tx.execute(`delete from ${journal} where id = (select max(id) from ${journal})`);
      expect(await countMissingMigrations(tx)).toBe(1);
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
  });
});
