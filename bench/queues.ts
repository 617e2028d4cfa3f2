// Measures the list of what waits for operators with 10,000 items. DATABASE_URL=postgres://… npm run bench:queues
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { operatorCaller, storeOperator } from "@/lib/features/access/testing/operators";
import { WorkQuery } from "@/lib/features/queues/schema";
import { listWork } from "@/lib/features/queues/service/list";
import { log } from "@/lib/foundation/log";
import { openOwnDatabase } from "./own-database";
import { quantile } from "./rounds";
import type { Engine } from "./site";

const TIMES = 100;
const operator = operatorCaller("measured", "viewer");

/** The lists that are measured: the first page, a late page, and each kind of filter. */
const QUERIES: Record<string, Record<string, string>> = {
  "first page": {},
  "late page": { offset: "9000" },
  "nobody's, 3 days or more": { assigned: "nobody", days: "3" },
  search: { q: "number 77" },
  reports: { queue: "report" },
};

/** Fills the queues: 4,000 applications, 3,000 reports, 2,000 incidents, 900 replies, 100 lists, and 1,000 notes. */
async function fill(db: Database): Promise<void> {
  await storeOperator(db, operator, "Measured");
  const age = sql`now() - n * interval '1 minute'`;
  await db.execute(sql`
    insert into applications (id, secret_hash, kind, status, did, organisation, email, purpose, requested_tier, created_at)
    select gen_random_uuid(), 'a' || n, 'agent', 'pending', 'did:fed:s1:number-' || n, 'Organisation number ' || n,
      'a@b.example', repeat('A purpose. ', 20), 'T1', ${age}
    from generate_series(1, 4000) as n`);
  await db.execute(sql`
    insert into reports (secret_hash, status, text, dids, created_at)
    select 'r' || n, 'waiting', 'Report number ' || n || repeat(' It read my letters aloud.', 40),
      array['did:fed:s1:number-' || n], ${age}
    from generate_series(1, 3000) as n`);
  await db.execute(sql`
    insert into incidents (title, severity, status, incident_type, description, reporter, created_at, updated_at)
    select 'Incident number ' || n, 'MAJOR', 'OPEN', 'security', repeat('It leaks. ', 40), 'did:fed:s1:reporter', ${age}, ${age}
    from generate_series(1, 2000) as n`);
  await db.execute(sql`
    insert into replies (id, seq, record, did, version, author, owner_since, text, at, due_at)
    select gen_random_uuid(), n, 'incident:' || n, 'did:fed:s1:number-' || n, 1, 'did:fed:s1:number-' || n, 0, 'It does not.',
      ${age}, ${age} + interval '14 days'
    from generate_series(1, 900) as n`);
  await db.execute(sql`
    insert into sources (kind, address, every_minutes, state, created_by, asks)
    select 'mcp-registry', 'https://list-' || n || '.example/', 60, 'asking', 'system', '{"gone": 30, "of": 100}'
    from generate_series(1, 100) as n`);
  await db.execute(sql`
    insert into work_items (queue, item, assignee, note, changed_at, changed_by)
    select 'report', id::text, 'measured', 'Ask the hoster first.', now(), 'measured' from reports where id % 3 = 0`);
  await db.execute(sql`analyze`);
}

async function measure(engine: Engine): Promise<void> {
  const { db, drop } = await openOwnDatabase(engine);
  try {
    await fill(db);
    const ctx = { db, caller: operator, clock: () => new Date(), log: log() };
    for (const [name, given] of Object.entries(QUERIES)) {
      const query = WorkQuery.parse(given);
      const milliseconds: number[] = [];
      let total = 0;
      for (let time = 0; time < TIMES; time += 1) {
        const startedAt = performance.now();
        ({ total } = await listWork(ctx, query));
        milliseconds.push(performance.now() - startedAt);
      }
      const [p50, p95] = [0.5, 0.95].map((share) => quantile(milliseconds, share).toFixed(0));
      process.stdout.write(`${engine}, ${name}: p50 ${p50} ms, p95 ${p95} ms, of ${total} items\n`);
    }
  } finally {
    await drop();
  }
}

const { DATABASE_URL } = process.env;
if (DATABASE_URL !== undefined) process.env["TEST_DATABASE_URL"] = DATABASE_URL;
for (const engine of ["PostgreSQL", "embedded"] as const) await measure(engine);
