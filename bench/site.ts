import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import postgres from "postgres";
import { startServer } from "@/e2e/http/start-server";
import { INSERT_GENERATED_AGENTS } from "@/lib/agents/testing/generated-agents";
import type { DatabaseAddress } from "@/lib/db/address";
import { openClient } from "@/lib/db/client";
import { newServerDatabase } from "@/lib/db/testing/template";
import type { BareSettings } from "./bare-server";
import { captureOperations } from "./scenarios";

/** A database with so many agents, the service on it, and the bare server on the same. */
export interface Site {
  agents: number;
  /** Base address of the service. */
  service: string;
  /** Base address of the bare server. */
  bare: string;
  token: string;
  /** The engine's own name and version. */
  engine: string;
  /** Removes what a write scenario left. */
  tidy: () => Promise<void>;
  close: () => Promise<void>;
}

const BATCH_AGENTS = 10_000;

function connectTo(address: DatabaseAddress): postgres.Sql {
  return "url" in address
    ? postgres(address.url, { max: 1, onnotice: () => {} })
    : postgres({ path: address.socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
}

async function insertAgents(sql: postgres.Sql, agents: number): Promise<void> {
  for (let first = 1; first <= agents; first += BATCH_AGENTS) {
    await sql.unsafe(INSERT_GENERATED_AGENTS, [first, Math.min(first + BATCH_AGENTS - 1, agents)]);
  }
  await sql.unsafe("vacuum analyze agents");
}

async function startBare(settings: BareSettings) {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/bare-server.ts"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send(settings);
  const [port] = await once(child, "message");
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** Opens a site: on a database of its own on the server that TEST_DATABASE_URL names, else on the embedded engine. */
export async function openSite(agents: number): Promise<Site> {
  const database = await newServerDatabase({ empty: true });
  const env = { RATE_LIMIT_REQUESTS: "1000000", ...(database ? { DATABASE_URL: database.url } : {}) };
  const service = await startServer({ env });
  const address = database ? { url: database.url } : { socket: path.join(service.dataDir, "database.sock") };
  const sql = connectTo(address);
  await insertAgents(sql, agents);
  const token = await service.operatorToken();
  const client = openClient(address);
  const bare = await startBare({ address, operations: await captureOperations(client, token) });
  await client.end();
  const [version] = await sql`select split_part(version(), ' on ', 1) as text`;
  return {
    agents,
    service: service.url,
    bare: bare.url,
    token,
    engine: String(version?.["text"]),
    tidy: async () => {
      await sql`delete from agents where did like 'did:bench:%'`;
      await sql.unsafe("vacuum analyze agents");
    },
    close: async () => {
      bare.stop();
      await sql.end();
      await service.cleanUp();
      await database?.drop();
    },
  };
}
