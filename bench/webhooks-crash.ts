// Repeatedly kills one of two instances that write and deliver on a PostgreSQL server. In four of five rounds it kills
// the one that delivers. Parameter: the number of rounds.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { build } from "esbuild";
import postgres from "postgres";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { migrateDatabase } from "@/lib/database/migrate";
import { setDatabaseClient } from "@/lib/database/open";
import { startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { AddWebhook } from "@/lib/features/events/webhooks/schema";
import { addWebhook } from "@/lib/features/events/webhooks/service/add-webhook";
import { decideWebhook } from "@/lib/features/events/webhooks/service/decide-webhook";
import { startReceiver } from "@/lib/features/events/webhooks/testing/receiver";
import { provenance } from "./report";

const ROUNDS = Number(process.argv[2] ?? 100);
/** No round begins after this time. The table shows how many were run. */
const LONGEST_MILLISECONDS = 360_000;
const LONGEST_PAUSE_MILLISECONDS = 1_000;
const DELIVERS_WITHIN_MILLISECONDS = 20_000;
/** The longest response time of the receiver, and the share of requests that it fails. */
const LONGEST_RESPONSE_MILLISECONDS = 30;
const FAILING = 0.002;
const DRAIN_MILLISECONDS = 120_000;
process.env["OUTGOING_ALLOW"] = "127.0.0.0/8:*";
process.env["LOG_LEVEL"] = "silent";

const cluster = await startPrivateCluster();
if (!cluster) throw new Error("PostgreSQL's programs are not installed.");
const { url } = cluster;
await migrateDatabase({ url });
const client = openClient({ url });
setDatabaseClient(client);
const db = drizzle(postgres(url, { max: 1, onnotice: () => {} }));
await ensureSigningKey(db, undefined, new Date());

const receiver = await startReceiver();
const authorityFile = path.join(mkdtempSync(path.join(tmpdir(), "governance-bench-")), "authority.pem");
writeFileSync(authorityFile, receiver.authority);
const { id } = await addWebhook(systemContext(db), AddWebhook.parse({ url: receiver.address }));
await decideWebhook(systemContext(db), { id, action: "confirm" }, receiver.send);
receiver.received.length = 0;
receiver.respond(
  (_, response) =>
    void setTimeout(() => {
      const fails = Math.random() < FAILING;
      response.writeHead(fails ? 500 : 204).end();
    }, Math.random() * LONGEST_RESPONSE_MILLISECONDS),
);

// Built as one file, because compiling at each start would take most of a round.
const program = path.resolve("node_modules/.cache/webhook-sender.mjs");
await build({
  ...{ entryPoints: ["lib/features/events/webhooks/testing/sender.ts"], outfile: program, logLevel: "warning" },
  ...{ bundle: true, format: "esm", platform: "node", target: "node20", packages: "external" },
});

async function start(...more: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, url, authorityFile, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}
async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}
/** Waits until an instance makes a new delivery. @returns its index; -1 if none does in time */
async function findDeliverer(from: number): Promise<number> {
  const until = Date.now() + DELIVERS_WITHIN_MILLISECONDS;
  for (; Date.now() < until; await sleep(20)) {
    const pids = new Set(receiver.received.slice(from).map(({ headers }) => Number(headers["x-instance"])));
    const found = instances.findIndex(({ pid }) => pid !== undefined && pids.has(pid));
    if (found >= 0) return found;
  }
  return -1;
}

const instances = [await start(), await start()];
let whileDelivering = 0;
let round = 0;
for (const endsAt = Date.now() + LONGEST_MILLISECONDS; round < ROUNDS && Date.now() < endsAt; round += 1) {
  await findDeliverer(receiver.received.length);
  await sleep(Math.random() * LONGEST_PAUSE_MILLISECONDS);
  const deliverer = await findDeliverer(receiver.received.length);
  const victim = round % 5 === 4 || deliverer < 0 ? 1 - Math.max(deliverer, 0) : deliverer;
  if (victim === deliverer) whileDelivering += 1;
  await kill(instances[victim]);
  // The lease of a killed instance ends after one second instead of ten, so the other takes over in each round.
  await db.execute("update webhooks set leased_until = least(leased_until, now() + interval '1 second')");
  instances[victim] = await start();
  process.stderr.write(`\r${round + 1} of ${ROUNDS} `);
}
await Promise.all(instances.map(kill));
// An instance that writes nothing numbers and delivers the rest.
const last = await start("quiet");
const left = async () => {
  const [row] = await db.execute<{ left: number }>(`select (select count(*) from changes where seq is null)
    + (select count(*) from webhook_deliveries where delivered_at is null) + (select f.head - w.scanned from change_feed f, webhooks w) as left`);
  return Number(row?.left);
};
const until = Date.now() + DRAIN_MILLISECONDS;
while (Date.now() < until && (await left()) > 0) await sleep(500);
await kill(last);
const stored = await db.execute<{ seq: string | null }>("select seq from changes");
const got = new Map<number, number>();
const lastOf = new Map<string, number>();
let outOfOrder = 0;
for (const { seq, subject = "" } of receiver.received) {
  const isFirst = !got.has(seq);
  if (isFirst && seq < (lastOf.get(subject) ?? 0)) outOfOrder += 1;
  if (isFirst) lastOf.set(subject, seq);
  got.set(seq, (got.get(seq) ?? 0) + 1);
}
const lost = stored.filter(({ seq }) => seq === null || !got.has(Number(seq))).length;
const twice = receiver.received.length - got.size;
process.stdout.write(
  `${[
    provenance("PostgreSQL", `npm run bench:webhooks-crash ${ROUNDS}`),
    "",
    "| rounds | killed while it delivered | changes | never delivered | repeated requests | out of order within a subject |",
    "|---:|---:|---:|---:|---:|---:|",
    `| ${round} | ${whileDelivering} | ${stored.length} | ${lost} | ${twice} | ${outOfOrder} |`,
  ].join("\n")}\n`,
);
process.exitCode = lost === 0 && outOfOrder === 0 ? 0 : 1;
await receiver.stop();
await client.end({ timeout: 1 });
await cluster.stop();
process.exit();
