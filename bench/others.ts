import { execFileSync, spawn } from "node:child_process";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "@/e2e/http/start-server";
import type { Asked } from "./load";
import { backendsOf, newDatabase } from "./own-database";
import { ANCHOR, NUMBER, RECORD, searchOf } from "./scenarios";
import type { Server } from "./service";
import type { Closer, Site } from "./site";

/** What each server of the comparison can be asked. */
export type Work = "tiny" | "one" | "token" | "changed" | "list" | "lists" | "search" | "page" | "register" | "anchor";

/** A server of the comparison. What it cannot do is absent. */
export interface Contender extends Server {
  name: string;
  asked: { [work in Work]?: Asked };
}

/** A record of an agent, as the API shows it. */
interface StoredAgent {
  did: string;
  name: string;
  role: string;
  trust_score: number;
  capabilities: string[];
}

const START_MILLISECONDS = 30_000;
const LISTED = 50;

export async function readAgents({ service: { port } }: Site): Promise<StoredAgent[]> {
  const agents: StoredAgent[] = [];
  for (let total = 1; agents.length < total; ) {
    const response = await fetch(`http://127.0.0.1:${port}/api/agents/directory?limit=500&offset=${agents.length}`);
    const page = (await response.json()) as { agents: StoredAgent[]; total: number };
    agents.push(...page.agents);
    total = page.agents.length === 0 ? 0 : page.total;
  }
  return agents;
}

/** The offsets of lists of 50. Each begins with another agent. */
export const offsetsOf = (agents: readonly unknown[]) => [...agents.keys()].slice(0, -LISTED);

/** Starts a server on its own database, and waits until it has the port. */
async function start(file: string, url: string, env: Record<string, string>, closers: Closer[]): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.basename(file)], {
    cwd: path.dirname(file),
    env: { PATH: process.env["PATH"], NODE_ENV: "production", DATABASE_URL: url, PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  closers.push(() => void child.kill());
  const until = performance.now() + START_MILLISECONDS;
  for (let isUp = false; !isUp; await sleep(20)) {
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${file} did not start.`);
    isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  }
  const { backends, stop } = backendsOf(url);
  closers.push(stop);
  return { port, pid: () => child.pid ?? 0, backends };
}

export async function startBare(agents: readonly StoredAgent[], closers: Closer[]): Promise<Contender> {
  const { url, drop } = await newDatabase();
  closers.push(drop);
  const token = randomBytes(16).toString("hex");
  const sql = postgres(url, { max: 1 });
  await sql.unsafe(`create table agents (did text primary key, record jsonb not null,
      score real generated always as ((record->>'trust_score')::real) stored,
      words tsvector generated always as (to_tsvector('english', record)) stored);
    create index on agents (score desc, did); create index on agents using gin (words);
    create table anchors (id uuid primary key default gen_random_uuid(), payload jsonb not null,
      created_at timestamptz not null default now());
    create table tokens (hash bytea primary key)`);
  await sql`insert into tokens values (${createHash("sha256").update(token).digest()})`;
  await sql`insert into agents (did, record)
    select r->>'did', r from jsonb_array_elements(${sql.json(agents as never)}) as r`;
  await sql.unsafe("vacuum analyze");
  await sql.end();
  const server = await start("bench/bare-server.mjs", url, {}, closers);
  const headers = { Authorization: `Bearer ${token}` };
  const agent = ({ did }: StoredAgent) => `/agent?did=${encodeURIComponent(did)}`;
  const one = agents[0] ? agent(agents[0]) : "";
  return {
    ...server,
    name: "bare",
    asked: {
      tiny: { path: "/livez" },
      one: { path: one },
      token: { path: one, headers },
      changed: { path: agents.map(agent) },
      list: { path: "/agents?offset=0", headers },
      lists: { path: offsetsOf(agents).map((offset) => `/agents?offset=${offset}`) },
      search: searchOf("/search?q="),
      register: { path: "/agents", headers, body: RECORD, numbered: NUMBER, status: 201 },
      anchor: { path: "/anchors", headers, body: ANCHOR, status: 201 },
    },
  };
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * The registry github.com/projnanda/nanda-index-v2, built in this folder, with these agents as its organisations. It has no
 * list by pages.
 */
export async function startNanda(
  folder: string,
  agents: readonly StoredAgent[],
  closers: Closer[],
): Promise<Contender> {
  if (!existsSync(path.join(folder, "dist/server.js"))) {
    throw new Error(
      `${folder} has no dist/server.js: run \`npm ci && npm run build\` in the folder \`server\` of nanda-index-v2.`,
    );
  }
  const { url, drop } = await newDatabase();
  closers.push(drop);
  const secret = randomBytes(32).toString("hex");
  const env = { DATABASE_URL: url, JWT_SECRET: secret, COOKIE_SECRET: randomBytes(32).toString("hex") };
  execFileSync(process.execPath, ["dist/db/migrate.js"], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const sql = postgres(url, { max: 1 });
  await sql`insert into organizations (org_id, display_name, contact_email, registry_url, status, description, tags)
    select 'agent-' || n, r->>'name', 'a@example.org', 'https://example.org/', 'active', r->>'role',
      array(select jsonb_array_elements_text(r->'capabilities'))
    from jsonb_array_elements(${sql.json(agents as never)}) with ordinality as listed (r, n)`;
  const [user] = await sql`insert into users (email, provider, provider_id)
    values ('a@example.org', 'github', 'bench') returning id`;
  await sql.unsafe("vacuum analyze");
  await sql.end();
  const server = await start(path.resolve(folder, "dist/server.js"), url, env, closers);
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ userId: user?.["id"], email: "a@example.org", displayName: null })}`;
  const headers = {
    Authorization: `Bearer ${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`,
  };
  const body = {
    org_id: `bench-${NUMBER}`,
    display_name: "Agent",
    hosting_path: "personal",
    contact_email: "a@example.org",
    registry_url: "https://example.org/",
    description: "translator",
    tags: RECORD.capabilities,
  };
  return {
    ...server,
    name: "nanda-index-v2",
    asked: {
      tiny: { path: "/health" },
      one: { path: "/api/v1/index/agent-1" },
      token: { path: "/api/v1/index/agent-1", headers },
      changed: { path: agents.map((_, index) => `/api/v1/index/agent-${index + 1}`) },
      search: searchOf("/api/v1/search?q="),
      register: { path: "/api/v1/orgs", headers, body, numbered: NUMBER, status: 201 },
    },
  };
}
