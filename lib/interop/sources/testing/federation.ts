import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { type Context, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { applications } from "@/lib/database/schema/applications";
import { changes } from "@/lib/database/schema/change-feed";
import { audits } from "@/lib/database/schema/council";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { followedFeeds, sourceRecords, sources } from "@/lib/database/schema/sources";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { ChangesQuery } from "@/lib/features/events/schema";
import { listChanges } from "@/lib/features/events/service/list-changes";
import { numberChanges } from "@/lib/features/events/service/number-changes";
import { settings } from "@/lib/foundation/env";
import { publishManifest } from "@/lib/interop/ard/service/publish";
import { ServersQuery } from "@/lib/interop/registry/schema";
import { listMcpServers } from "@/lib/interop/registry/service/servers";
import type { FetchExternal } from "../service/read-body";

/** A federation with its own database, in this process. Nothing listens at its address. */
export interface Federation {
  host: string;
  db: Database;
  /** A context for work of the operators. */
  ctx: () => Context;
  /** The DIDs that its lists leave out at present, although they are offered. */
  hidden: Set<string>;
  close: () => Promise<void>;
}

const isHidden = (entry: unknown, hidden: Federation["hidden"]) =>
  [...hidden].some((did) => JSON.stringify(entry).includes(`"${did}"`));

const DOCUMENTS: Record<string, (federation: Federation, query: Record<string, string>) => Promise<unknown>> = {
  "/v0.1/servers": async ({ ctx, hidden }, query) => {
    const { servers, ...rest } = await listMcpServers(ctx(), ServersQuery.parse(query));
    return { ...rest, servers: servers.filter((one) => !isHidden(one, hidden)) };
  },
  "/.well-known/ard.json": async ({ ctx, host, hidden }) => {
    const { entries, ...rest } = await publishManifest(ctx(), `https://${host}`);
    return { ...rest, entries: entries.filter((one) => !isHidden(one, hidden)) };
  },
  "/api/events": async ({ ctx, db }, query) => {
    await numberChanges(db);
    return listChanges(ctx(), ChangesQuery.parse(query));
  },
};

export async function openFederation(host: string): Promise<Federation> {
  const { address, drop } = await createTestDatabase();
  const client = openClient(address, { responseMilliseconds: 30_000 });
  const db = drizzle(client);
  await ensureSigningKey(db, undefined, new Date());
  return {
    ...{ host, db, hidden: new Set() },
    ctx: () => systemContext(db),
    close: async () => {
      await client.end({ timeout: 5 });
      await drop();
    },
  };
}

/** Removes all records, followed lists and changes, as in a new federation. Its logs only grow. */
export async function empty({ db, hidden }: Federation): Promise<void> {
  for (const table of [sources, agents, audits, applications, credentials, changes]) await db.delete(table);
  hidden.clear();
}

/** Runs work as the process of a federation: its address and name are in the settings. */
export async function runAs<T>({ host }: Federation, work: () => Promise<T>): Promise<T> {
  const { PUBLIC_URL, FEDERATION_NAME } = settings();
  Object.assign(settings(), { PUBLIC_URL: `https://${host}`, FEDERATION_NAME: host });
  try {
    return await work();
  } finally {
    Object.assign(settings(), { PUBLIC_URL, FEDERATION_NAME });
  }
}

/** Returns a function that reads a federation's documents without a network. */
export function askOf(asked: Federation): FetchExternal {
  return async (address) => {
    const { host, pathname, searchParams } = new URL(address);
    const read = host === asked.host ? DOCUMENTS[pathname] : undefined;
    if (!read) return { status: 404, headers: new Headers(), bytes: new Uint8Array() };
    const body = await runAs(asked, () => read(asked, Object.fromEntries(searchParams)));
    return { status: 200, headers: new Headers(), bytes: Buffer.from(JSON.stringify(body)) };
  };
}

/** Moves what a federation has stored by the database's clock into the past, as if minutes had passed. */
export async function age({ db }: Federation, minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`;
  await db.update(mcpServers).set({ changedAt: sql`changed_at - ${by}` });
  await db.update(sources).set({
    nextAt: sql`next_at - ${by}`,
    since: sql`to_char((since::timestamptz - ${by}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  });
  await db.update(followedFeeds).set({ nextAt: sql`next_at - ${by}` });
  await db.update(sourceRecords).set({
    missingSince: sql`missing_since - ${by}`,
    inactiveThereAt: sql`inactive_there_at - ${by}`,
  });
}
