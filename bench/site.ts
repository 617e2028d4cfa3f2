import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { DatabaseAddress } from "@/lib/database/address";
import { removeDirectory } from "@/lib/database/testing/template";
import { INSERT_GENERATED_AGENTS } from "@/lib/features/agents/testing/generated-agents";
import { fillHistory } from "./history";
import { newDatabase } from "./own-database";
import { prepareService, type Service } from "./service";

export type Engine = "PostgreSQL" | "embedded";

/** Which site: its engine, and how many agents it has beside those of the demo. */
export interface SiteKey {
  engine: Engine;
  agents: number;
  /** Its load makes agents, so no other part measures on it. */
  grows?: true;
  /** Whether it has ten relay events and an anchor for each agent, too. */
  hasHistory?: true;
  /** Further settings of its service. */
  settings?: Record<string, string>;
}

export interface Site extends SiteKey {
  address: DatabaseAddress;
  service: Service;
  token: string;
  /** The engine's own name and version. */
  version: string;
  /** The commit of the service's build. */
  build: string;
}

export type Closer = () => Promise<void> | void;

const BATCH_AGENTS = 10_000;

async function insertAgents(sql: postgres.Sql, agents: number): Promise<void> {
  for (let first = 1; first <= agents; first += BATCH_AGENTS) {
    await sql.unsafe(INSERT_GENERATED_AGENTS, [first, Math.min(first + BATCH_AGENTS - 1, agents)]);
  }
  await sql.unsafe("vacuum analyze agents");
}

/** Fills the database. Returns the engine's name and version. No connection stays: the embedded engine's cache wants none. */
async function fill(address: DatabaseAddress, { agents, hasHistory }: SiteKey): Promise<string> {
  const sql =
    "url" in address
      ? postgres(address.url, { max: 1, onnotice: () => {} })
      : postgres({ path: address.socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
  try {
    await insertAgents(sql, agents);
    if (hasHistory) await fillHistory(sql, agents);
    const [version] = await sql`select split_part(version(), ' on ', 1) as text`;
    return String(version?.["text"]);
  } finally {
    await sql.end();
  }
}

/**
 * Opens a site: on a new database of the server, or on an embedded engine in a new directory.
 * @param closers takes what removes each part of the site, as soon as that part is there
 */
export async function openSite(key: SiteKey, closers: Closer[]): Promise<Site> {
  const { engine, settings } = key;
  const database = engine === "PostgreSQL" ? await newDatabase() : undefined;
  if (database) closers.push(database.drop);
  const dataDir = await mkdtemp(path.join(tmpdir(), "governance-bench-"));
  closers.push(() => removeDirectory(dataDir));
  // On a busy machine a deadline would end the bench.
  const environment: Record<string, string> = {
    DATABASE_TIMEOUT_SECONDS: "30",
    ...(database && { DATABASE_URL: database.url }),
    ...settings,
  };
  const service = await prepareService(dataDir, environment);
  closers.push(service.stop);
  const address = database ? { url: database.url } : { socket: path.join(dataDir, "database.sock") };
  await service.start();
  const token = await service.token();
  const version = await fill(address, key);
  // A service that was there before the rows may hold something from before.
  await service.stop();
  await service.start();
  const health = await fetch(`http://127.0.0.1:${service.port}/health`);
  const { build_sha: build } = (await health.json()) as { build_sha: string };
  return { ...key, address, service, token, version, build };
}
