import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { closeDatabase, setDatabaseClient } from "@/lib/database/open";
import type { Pooling } from "@/lib/database/pooler";
import { hasPgvector, onServer, removeDirectory } from "@/lib/database/testing/template";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { ensureOperator } from "@/lib/features/access/service/bootstrap";
import { openGuards } from "@/lib/features/anchors/service/open-guard";
import { parseSettings } from "@/lib/foundation/env";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { readHead } from "@/lib/ledger/head";
import { examineOpen } from "./database";
import type { Finding } from "./finding";
import { examineMachine } from "./machine";
import { examineServices } from "./services";

const { directory, key } = vi.hoisted(() => {
  const DATA_DIR = `${process.env["TMPDIR"] ?? "/tmp"}/governance-doctor-${process.pid}-${Date.now()}`;
  // An Ed25519 key of 32 equal bytes. One key for all databases here, because a process reads its key once.
  const SIGNING_KEY = Buffer.from(`302e020100300506032b657004220420${"07".repeat(32)}`, "hex").toString("base64");
  Object.assign(process.env, { DATA_DIR, SIGNING_KEY });
  const server = process.env["TEST_DATABASE_URL"];
  if (server !== undefined) process.env["DATABASE_URL"] = server;
  return { directory: DATA_DIR, key: SIGNING_KEY };
});
afterAll(() => {
  for (const name of ["DATA_DIR", "SIGNING_KEY", "DATABASE_URL"]) delete process.env[name];
});

/** Returns the findings that are not ok, as `state about: says → remedy`. */
const faults = (findings: readonly Finding[]) =>
  findings.flatMap(({ state, about, says, remedy }) =>
    state === "ok" ? [] : `${state} ${about}: ${says}${remedy === undefined ? "" : ` → ${remedy}`}`,
  );

const GOOD: NodeJS.ProcessEnv = { NODE_ENV: "production", ERASURES_FILE: "/var/lib/erasures/journal" };

describe("of the machine, it reports", () => {
  const examined = async (environment: Record<string, string>) => {
    const read = parseSettings({ ...GOOD, PORT: "0", HOST: "127.0.0.1", DATA_DIR: directory, ...environment });
    return faults((await examineMachine(read)).findings);
  };

  it("nothing if it is right", async () => {
    expect(await examined({})).toEqual([]);
  });

  it("a port of another program", async () => {
    const other = createServer((_, response) => response.end("another program")).listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await examined({ PORT: String(port) })).toEqual([
      expect.stringMatching(/^failed port: \d+ is taken by another program\. → Set PORT/),
    ]);
  });

  it("an address of another machine", async () => {
    expect(await examined({ HOST: "203.0.113.1" })).toEqual([
      expect.stringMatching(/^failed port: HOST: this machine does not have/),
    ]);
  });

  it("a data directory that cannot be written", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "governance-doctor-"));
    onTestFinished(() => rm(home, { recursive: true }));
    const file = path.join(home, "file");
    await writeFile(file, "");
    expect(await examined({ DATA_DIR: file })).toEqual([
      expect.stringMatching(/^failed data directory: .+ → Make .+ writable/),
    ]);
  });

  it("secrets that others may read", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "governance-doctor-"));
    onTestFinished(() => rm(home, { recursive: true }));
    writeFileSync(path.join(home, "operator-token"), "secret", { mode: 0o644 });
    expect(await examined({ DATA_DIR: home })).toEqual([
      expect.stringMatching(/^warning operator-token: Other accounts .+ → chmod 600 /),
    ]);
  });
});

describe("of other services, it reports", () => {
  const read = parseSettings({
    ...GOOD,
    REDIS_URL: "redis://127.0.0.1:1",
    EMBEDDINGS_URL: "http://127.0.0.1:1",
    EMBEDDINGS_MODEL: "small",
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "a@b.example",
    ...{ OIDC_ISSUER: "http://127.0.0.1:1", OIDC_CLIENT_ID: "c", OIDC_CLIENT_SECRET: "s", OIDC_ROLES: "a=owner" },
    PUBLIC_URL: "https://fed.example",
  });
  it("each that does not respond, and the effect until then", async () => {
    expect(faults(await examineServices(read))).toEqual([
      expect.stringMatching(/^failed Redis: .+ → Start it, or correct REDIS_URL.+each instance counts/),
      expect.stringMatching(/^failed embeddings: .+ → Correct EMBEDDINGS_URL/),
      expect.stringMatching(/^failed mail: .+ → Correct SMTP_URL/),
      expect.stringMatching(/^failed sign-in: .+ connection\. → Check OIDC_ISSUER/),
    ]);
  });
  it("nothing if none is set", async () => {
    expect(faults(await examineServices(parseSettings({ ...GOOD, EMBEDDER: "lexical" })))).toEqual([]);
  });
});

interface Row {
  name: string;
  /** Statements of a superuser, or other changes. */
  make?: SQL | ((ctx: Context) => Promise<unknown>);
  /** The pooler in front of the server, as the settings say. */
  pooling?: Pooling;
  isServing?: true;
  /** How far this machine's clock is ahead. */
  aheadMilliseconds?: number;
  faults: RegExp[];
}

const alone = (fault: RegExp) => [fault];
/** On every server that lacks it. */
const NO_VECTORS = hasPgvector ? [] : [/^warning pgvector: The database has none/];

const ROWS: Row[] = [
  { name: "nothing if it is right", faults: [] },
  {
    name: "no token of an operator",
    make: sql`update credentials set revoked_at = now()`,
    faults: alone(/^failed operators: No operator's token works\. → Start the service/),
  },
  {
    name: "a log that is dated ahead",
    make: sql`do $$ begin
      set local session_replication_role = replica;
      update ledger_heads set last_at = last_at + interval '9 days' where log = 'council';
    end $$`,
    faults: alone(/^failed ledger heads: The log council is dated ahead.+ → /),
  },
  {
    name: "a wrong clock",
    aheadMilliseconds: 86_400_000,
    faults: [
      /^failed clock: 86,\d+,\d+ ms off.+ → Set both machines' clocks/,
      /^failed ledger heads: The clock of this instance/,
    ],
  },
  {
    name: "a changed head of a log",
    make: sql`do $$ begin
      set local session_replication_role = replica;
      update ledger_heads set last_hash = sha256('another') where log = 'council';
    end $$`,
    faults: alone(/^failed ledger heads: .+ → Run npm run verify/),
  },
  {
    name: "a guard that knows nothing of the logs",
    make: () => rm(`${directory}.guard`, { recursive: true }),
    faults: alone(/^warning guard: The guard \(.+\) knows nothing of the logs yet\. → The next start begins/),
  },
  {
    name: "a log that does not continue what was signed",
    make: async ({ db }) => {
      const { origin, tree } = await readHead(db, COUNCIL_LOG);
      const forked = { size: tree.size, root: new Uint8Array(32) };
      await folderStore(`${directory}.guard`, false).advance(origin, forked, []);
    },
    faults: alone(
      /^failed guard: The log "council" does not continue what was signed of it\. At \d+ entries it is not the log/,
    ),
  },
  {
    name: "a migration that is missing, before a start",
    make: sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    faults: alone(/^warning migrations: 1 of this build is not applied\. → Make a backup/),
  },
  {
    name: "a migration that is missing under a running server",
    make: sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    isServing: true,
    faults: alone(/^failed migrations: 1 of this build is not applied\. → The running server should have/),
  },
  {
    name: "a database of another build",
    make: sql`update drizzle.__drizzle_migrations set hash = 'another' where id = 1`,
    faults: alone(/^failed migrations: Another build made this database/),
  },
];

const SERVER_ROWS: Row[] = [
  {
    name: "signing keys in clear",
    make: ({ db }) => ensureSigningKey(db, undefined, new Date()),
    faults: alone(/^warning signing key: .+in clear.+ → Now that SIGNING_KEY is set, clear the old ones/),
  },
  {
    name: "settings of the role behind a pooler",
    pooling: "transaction",
    make: sql`do $$ begin
      execute format('alter database %I set bytea_output = escape', current_database());
      execute format('alter database %I set default_transaction_isolation = serializable', current_database());
    end $$`,
    faults: [
      /^warning timeouts: /,
      /^failed session: Sessions of the role \S+ have settings that give wrong results: bytea_output = escape, default_transaction_isolation = serializable\. → Behind a pooler.+ALTER ROLE \S+ SET bytea_output = 'hex'; ALTER ROLE/,
    ],
  },
  {
    name: "a search_path without our tables behind a pooler",
    pooling: "transaction",
    make: sql`do $$ begin execute format('alter database %I set search_path = other', current_database()); end $$`,
    faults: [/^warning timeouts: /, /^failed session: .+search_path = .+ALTER ROLE \S+ SET search_path = public;/],
  },
  {
    name: "transactions that are read-only",
    make: sql`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database());
    end $$`,
    faults: alone(/^failed database: Transactions of the role \S+ are read-only\. → Let it write: ALTER ROLE/),
  },
];

describe("of the database, it reports", () => {
  const read = parseSettings({ ...GOOD, DATA_DIR: directory });
  beforeAll(() => mkdir(directory, { recursive: true }));
  afterAll(() => removeDirectory(directory));

  it.each([...ROWS, ...(onServer ? SERVER_ROWS : [])])(
    "$name",
    async ({ make, pooling, isServing = false, aheadMilliseconds = 0, faults: expected }) => {
      const { address, drop } = await createTestDatabase();
      const open = async (options = {}) => {
        const client = openClient(address, { responseMilliseconds: 30_000, ...options });
        setDatabaseClient(client);
        return systemContext(drizzle(client));
      };
      try {
        const ctx = await open();
        await ensureSigningKey(ctx.db, key, new Date());
        await ensureOperator(ctx, undefined, directory);
        await rm(`${directory}.guard`, { recursive: true, force: true });
        await openGuards(ctx, read);
        if (typeof make === "function") await make(ctx);
        else if (make) await ctx.db.execute(make);
        await closeDatabase();
        const examined = await open(pooling === undefined ? {} : { pooling });
        const readUses = () => examined.db.execute(sql`select * from key_uses`);
        const before = await readUses().catch(() => []);
        const findings: Finding[] = [];
        if (aheadMilliseconds > 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMilliseconds });
        await examineOpen(findings, { run: (work) => work(examined) }, read, isServing);
        expect(await readUses().catch(() => []), "it records no use of a key").toEqual(before);
        const isCut = expected.some((fault) => /failed (database|session)/.test(fault.source));
        expect(faults(findings)).toEqual(
          [...(isCut ? [] : NO_VECTORS), ...expected].map((fault) => expect.stringMatching(fault)),
        );
      } finally {
        vi.useRealTimers();
        await closeDatabase();
        await drop();
      }
    },
  );
});
