import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { systemContext } from "@/lib/context";
import type { DatabaseAddress } from "@/lib/db/address";
import { type Client, openClient } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { newServerDatabase } from "@/lib/db/testing/template";
import { SendEvent } from "@/lib/relay/schema";
import { sendEvent } from "@/lib/relay/service/send";
import { quantile } from "./load";
import { fixed, provenance, writeSection } from "./report";

const CLIENTS = 32;
const EVENTS = 640;
const ROUNDS = 7;

type Send = (event: SendEvent) => Promise<unknown>;

interface Clients {
  client: Client;
  plain: postgres.Sql;
}

interface Way {
  name: string;
  send: Send;
  latenciesMilliseconds: number[];
  /** Each round's events a second. */
  rates: number[];
}

/** One transaction an event that locks its trace, then its inbox, and does by statements what the service's one does. */
function naive(client: postgres.Sql): Send {
  return ({ trace_id = "", src_did, dst_did = "", intent, payload = {} }) =>
    client.begin(async (tx) => {
      const [freeze] = await tx`select frozen from freezes where subsystem = 'relay' for share`;
      if (freeze?.["frozen"]) throw new Error("frozen");
      const [trace] = await tx`
        insert into relay_traces as t (trace_id, size, created_at, last_at) values (${trace_id}, 1, now(), now())
        on conflict (trace_id) do update set size = t.size + 1, last_at = greatest(t.last_at, now())
        returning size, last_at`;
      const [inbox] = await tx`
        insert into relay_inboxes as b (did, size) values (${dst_did}, 1)
        on conflict (did) do update set size = b.size + 1 returning size`;
      await tx`
        insert into relay_events (trace_id, seq, id, record, src_did, dst_did, kind, intent, payload, extensions,
          received_at, inbox_seq)
        values (${trace_id}, ${trace?.["size"]}, ${randomUUID()}, 'event', ${src_did}, ${dst_did}, '', ${intent},
          ${tx.json(payload as never)}, '{}', ${trace?.["last_at"]}, ${inbox?.["size"]})`;
      await tx`
        insert into relay_counts as c (hour, measure, slot, amount)
        values ('1970-01-01', 'events', pg_backend_pid() % 16, 1), (date_trunc('hour', now()), 'events', pg_backend_pid() % 16, 1)
        on conflict (hour, measure, slot) do update set amount = c.amount + 1`;
    });
}

/** The service's verb; with a queue of its own for each event, it has nobody to share a transaction with. */
const verb = (client: Client): Send => {
  const ctx = systemContext(drizzle(client));
  return (event) => sendEvent(ctx, event, null);
};
const alone =
  (client: Client): Send =>
  (event) =>
    sendEvent(systemContext(drizzle(client)), event, null);

async function playRound(way: Way, eventOf: (client: number) => SendEvent): Promise<void> {
  let left = EVENTS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (left > 0) {
        left -= 1;
        const sentAt = performance.now();
        await way.send(eventOf(client));
        way.latenciesMilliseconds.push(performance.now() - sentAt);
      }
    }),
  );
  way.rates.push((1_000 * EVENTS) / (performance.now() - startedAt));
}

async function compare(
  { client, plain }: Clients,
  workload: string,
  eventOf: (client: number) => SendEvent,
): Promise<string[]> {
  const ways = [
    { name: "the service", send: verb(client) },
    { name: "its statements, a transaction an event", send: alone(client) },
    { name: "naive: a transaction an event, a statement a step", send: naive(plain) },
  ].map((way): Way => ({ ...way, latenciesMilliseconds: [], rates: [] }));
  for (const way of ways) {
    await playRound(way, eventOf);
    way.latenciesMilliseconds = [];
    way.rates = [];
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) await playRound(way, eventOf);
  }
  const last = ways.at(-1);
  return ways.map(({ name, rates, latenciesMilliseconds }) => {
    const ratio = quantile(
      rates.map((rate, round) => rate / (last?.rates[round] ?? Number.NaN)),
      0.5,
    );
    const latencies = [0.5, 0.99].map((share) => fixed(quantile(latenciesMilliseconds, share)));
    return `| ${[workload, name, quantile(rates, 0.5).toFixed(0), ...latencies, fixed(ratio)].join(" | ")} |`;
  });
}

async function open(): Promise<{ address: DatabaseAddress; close: () => Promise<void> }> {
  const database = await newServerDatabase({ empty: true });
  if (database) return { address: { url: database.url }, close: database.drop };
  const embedded = await startEmbedded({
    socket: path.join(tmpdir(), `bench-${process.pid}.sock`),
    directory: path.join(tmpdir(), `bench-${process.pid}`),
  });
  return { address: embedded, close: embedded.stop };
}

async function main(): Promise<void> {
  const server = process.env["DATABASE_URL"];
  // The bench gets a database of its own on that server, and drops it.
  if (server !== undefined) process.env["TEST_DATABASE_URL"] = server;
  const { address, close } = await open();
  const client = openClient(address);
  // drizzle changes how its client reads and writes values, so the other way has one of its own, as large.
  const plain =
    "url" in address
      ? postgres(address.url, { max: 10, onnotice: () => {} })
      : postgres({ path: address.socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
  try {
    await migrateDatabase(address);
    const event = (client: number, trace: string, dst: string) =>
      SendEvent.parse({
        ...{ src_did: `did:bench:s1:client-${client}`, dst_did: `did:bench:s1:${dst}`, trace_id: trace },
        ...{ intent: "translate a contract", payload: { text: "Lorem ipsum dolor sit amet. ".repeat(8) } },
      });
    const rows = [
      ...(await compare({ client, plain }, "one trace, one inbox", (n) => event(n, "hot", "hot"))),
      ...(await compare({ client, plain }, "a trace and an inbox a client", (n) =>
        event(n, `trace-${n}`, `inbox-${n}`),
      )),
    ];
    const [version] = await client.unsafe("select split_part(version(), ' on ', 1) as text");
    const command = server === undefined ? "npm run bench:send" : "DATABASE_URL=postgres://… npm run bench:send";
    const head = "| workload | who | events/s | p50 ms | p99 ms | × naive |\n|---|---|---:|---:|---:|---:|";
    const text = `${provenance(String(version?.["text"]), command)}\n\n${[head, ...rows].join("\n")}`;
    process.stdout.write(`${text}\n`);
    await writeSection(server === undefined ? "Relay send, embedded engine" : "Relay send, PostgreSQL", text);
  } finally {
    await Promise.all([client, plain].map((each) => each.end({ timeout: 1 })));
    await close();
  }
}

await main();
process.exit(0);
