import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { registerAgent } from "@/lib/agents/service/register";
import { type Context, systemContext } from "@/lib/context";
import { openClient } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { routeIntent } from "@/lib/relay/service/route";
import { lexicalEmbedder } from "@/lib/vectors/lexical";
import type { RoutableSkill } from "@/lib/vectors/schema";
import { prepareSkills } from "@/lib/vectors/service/index-skills";
import { createIndex, ensureVectorStore, vectorStoreOf } from "@/lib/vectors/service/store";
import { intentFor, skillNumber } from "./invented-skills";

/**
 * Whether routing stays fast as skills grow: the service's verb on the embedded engine, over 1,000 and over 100,000
 * indexed vectors, by turns. And what a registration with 100 examples costs there. Measured is processor time, which other
 * work on the machine does not change.
 */
const SIZES = (process.env["BENCH_VECTORS"] ?? "1000,100000").split(",").map(Number);
const BATCH_SKILLS = 500;
const ROUNDS = 9;
const ROUTES = 20;
const REGISTRATIONS = 15;
const SOURCE = "did:bench:s1:source";

interface Site {
  vectors: number;
  skills: number;
  ctx: Context;
  buildSeconds: number;
  routeMilliseconds: number[];
  registerMilliseconds: Record<"plain" | "examples", number[]>;
  close: () => Promise<void>;
}

/** Stores agents with one skill each, as registering them would, but many to a statement and the index last. */
async function fill(sql: postgres.Sql, vectors: number): Promise<number> {
  await sql`drop index skill_vectors_nearest, agent_skills_words, agent_skills_name_trgm`;
  let stored = 0;
  let skills = 0;
  while (stored < vectors) {
    const batch = await Promise.all(
      Array.from({ length: Math.min(BATCH_SKILLS, vectors - stored) }, async (_, n) => {
        const skill: RoutableSkill = skillNumber(skills + n);
        const [prepared] = await prepareSkills(lexicalEmbedder, [skill]);
        return {
          did: `did:bench:s1:agent-${skills + n}`,
          ...prepared,
          words: skill.texts.map(({ text }) => text).join(" "),
        };
      }),
    );
    const [row] = await sql`
      with incoming as (
        select * from jsonb_to_recordset(${sql.json(batch as never)}) as i(did text, name text, texts jsonb, hash text,
          words text, vectors jsonb)
      ), agent as (
        insert into agents (did, zone, name, status, trust_tier, trust_score, trust_as_of, registered_at, last_seen)
        select did, 'S1', name, 'active', 'T1', 10, current_date, now(), now() from incoming
      ), skill as (
        insert into agent_skills (did, name, texts, hash, words)
        select did, name, texts, hash, to_tsvector('simple', words) from incoming returning id, hash
      ), vector as (
        insert into skill_vectors (skill_id, model, ordinal, v)
        select id, ${lexicalEmbedder.model}, ordinal, v::vector
        from skill join incoming using (hash)
          cross join lateral jsonb_array_elements_text(vectors) with ordinality as each(v, ordinal)
        returning 1
      ) select count(*)::int as count from vector`;
    stored += Number(row?.["count"]);
    skills += batch.length;
  }
  return skills;
}

async function openSite(vectors: number): Promise<Site> {
  const socket = path.join(tmpdir(), `routing-scale-${process.pid}-${vectors}.sock`);
  const embedded = await startEmbedded({ socket });
  await migrateDatabase({ socket });
  const client = openClient({ socket });
  const ctx = systemContext(drizzle(client));
  await ensureVectorStore(ctx, lexicalEmbedder);
  const sql = postgres({ path: socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
  const before = performance.now();
  const skills = await fill(sql, vectors);
  process.stderr.write(`${vectors}: rows after ${((performance.now() - before) / 1_000).toFixed(0)} s\n`);
  const store = vectorStoreOf(ctx.db);
  // The graph must fit into memory while it is built, or that takes many times as long.
  await sql.unsafe("set maintenance_work_mem = '512MB'");
  // Not by the service's client, whose deadlines are for requests.
  if (store) await createIndex(drizzle(sql), store, lexicalEmbedder.dimensions ?? 0);
  await sql.unsafe("create index agent_skills_words on agent_skills using gin (words) with (fastupdate = false)");
  await sql.unsafe(
    "create index agent_skills_name_trgm on agent_skills using gin (name gin_trgm_ops) with (fastupdate = false)",
  );
  const buildSeconds = (performance.now() - before) / 1_000;
  process.stderr.write(`${vectors}: built after ${buildSeconds.toFixed(0)} s\n`);
  await sql.end();
  await registerAgent(ctx, { did: SOURCE });
  return {
    ...{ vectors, skills, ctx, buildSeconds },
    routeMilliseconds: [],
    registerMilliseconds: { plain: [], examples: [] },
    close: async () => {
      await client.end();
      await embedded.stop();
    },
  };
}

/** Processor time of service and engine together, in milliseconds: the engine is a thread of this process. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function playRoutes({ ctx, skills, routeMilliseconds }: Site, round: number): Promise<void> {
  for (let n = 0; n < ROUTES; n += 1) {
    const intent = intentFor(((round * ROUTES + n) * 7_919) % skills);
    routeMilliseconds.push(
      await timed(() => routeIntent(ctx, { src_did: SOURCE, intent, trace_id: undefined, limit: undefined }, null)),
    );
  }
}

async function playRegistrations({ ctx, registerMilliseconds }: Site, round: number): Promise<void> {
  for (const kind of ["plain", "examples"] as const) {
    const examples = kind === "examples" ? Array.from({ length: 100 }, (_, n) => intentFor(round * 100 + n)) : [];
    const capability_manifest = { skills: [{ name: skillNumber(round).name, examples }] };
    const did = `did:bench:s1:${kind}-${round}`;
    registerMilliseconds[kind].push(await timed(() => registerAgent(ctx, { did, capability_manifest })));
  }
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function main(): Promise<void> {
  const sites: Site[] = [];
  try {
    for (const size of SIZES) sites.push(await openSite(size));
    for (const site of sites) await playRoutes(site, ROUNDS);
    for (const site of sites) site.routeMilliseconds.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const site of round % 2 === 0 ? sites : sites.toReversed()) await playRoutes(site, round);
    }
    for (let round = 0; round < REGISTRATIONS; round += 1)
      for (const site of sites) await playRegistrations(site, round);
    const smallest = percentile(sites[0]?.routeMilliseconds ?? [], 0.5);
    const lines = sites.map(({ vectors, skills, buildSeconds, routeMilliseconds, registerMilliseconds, ctx }) => {
      const p50 = percentile(routeMilliseconds, 0.5);
      const cells = [
        ...[vectors, skills, vectorStoreOf(ctx.db)?.version, buildSeconds.toFixed(0), p50.toFixed(1)],
        ...[percentile(routeMilliseconds, 0.99).toFixed(1), (p50 / smallest).toFixed(2)],
        ...[
          percentile(registerMilliseconds.plain, 0.5).toFixed(1),
          percentile(registerMilliseconds.examples, 0.5).toFixed(1),
        ],
      ];
      return `| ${cells.join(" | ")} |`;
    });
    process.stdout.write(
      `| vectors | skills | pgvector | built in s | route p50 | p99 | growth | register p50 | with 100 examples |\n|---:|---:|---|---:|---:|---:|---:|---:|---:|\n${lines.join("\n")}\n`,
    );
  } finally {
    for (const site of sites) await site.close();
  }
}

await main();
process.exit(0);
