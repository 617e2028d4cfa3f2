import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { build } from "esbuild";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { migrateDatabase } from "@/lib/database/migrate";
import { setDatabaseClient } from "@/lib/database/open";
import { AddWebhook } from "@/lib/features/events/webhooks/schema";
import { addWebhook } from "@/lib/features/events/webhooks/service/add-webhook";
import { decideWebhook } from "@/lib/features/events/webhooks/service/decide-webhook";
import { startReceiver } from "@/lib/features/events/webhooks/testing/receiver";
import { type Comparison, type Instance, killByTurns, ROUNDS } from "./kills";

const LONGEST_PAUSE_MILLISECONDS = 1_000;
const DELIVERS_WITHIN_MILLISECONDS = 20_000;
/** The longest response time of the receiver, and the share of requests that it fails. */
const LONGEST_RESPONSE_MILLISECONDS = 30;
const FAILING = 0.002;
const DRAIN_MILLISECONDS = 120_000;

interface Sender extends Instance {
  child: ChildProcess;
}

/**
 * Kills one of two instances that write and deliver, and compares the delivered changes with the stored ones. In four of
 * five rounds it kills the one that delivers.
 */
export const webhooks: Comparison = async ({ url }, closers) => {
  process.env["OUTGOING_ALLOW"] = "127.0.0.0/8:*";
  process.env["LOG_LEVEL"] = "silent";
  await migrateDatabase({ url });
  const client = openClient({ url });
  closers.push(() => client.end({ timeout: 1 }));
  setDatabaseClient(client);
  const db = drizzle(client);
  await ensureSigningKey(db, undefined, new Date());

  const receiver = await startReceiver();
  closers.push(receiver.stop);
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
  const startSender = async (...more: string[]): Promise<Sender> => {
    // The lease of a killed instance ends after one second instead of ten, so the other takes over in each round.
    await db.execute(`update webhooks set leased_until = least(leased_until, now() + interval '1 second')
      where leased_until is not null`);
    const stdio = ["ignore", "pipe", "inherit"] as const;
    const child = spawn(process.execPath, [program, url, authorityFile, ...more], { stdio: [...stdio] });
    const closed = once(child, "close");
    const kill = async () => {
      child.kill("SIGKILL");
      await closed;
    };
    closers.push(kill);
    await once(child.stdout ?? child, "data");
    return { child, kill };
  };
  /** Waits until an instance makes a new delivery. @returns its index; -1 if none does in time */
  const findDeliverer = async (instances: readonly Sender[]): Promise<number> => {
    const from = receiver.received.length;
    for (const until = Date.now() + DELIVERS_WITHIN_MILLISECONDS; Date.now() < until; await sleep(20)) {
      const pids = new Set(receiver.received.slice(from).map(({ headers }) => Number(headers["x-instance"])));
      const found = instances.findIndex(({ child: { pid } }) => pid !== undefined && pids.has(pid));
      if (found >= 0) return found;
    }
    return -1;
  };

  let whileDelivering = 0;
  const instances = await killByTurns(
    () => startSender(),
    async (round, running) => {
      await findDeliverer(running);
      await sleep(Math.random() * LONGEST_PAUSE_MILLISECONDS);
      const deliverer = await findDeliverer(running);
      const victim = round % 5 === 4 || deliverer < 0 ? 1 - Math.max(deliverer, 0) : deliverer;
      if (victim === deliverer) whileDelivering += 1;
      return victim;
    },
  );
  for (const { kill } of instances) await kill();
  // An instance that writes nothing numbers and delivers the rest.
  await startSender("quiet");
  const left = async () => {
    const [row] = await db.execute<{ left: number }>(`select (select count(*) from changes where seq is null)
      + (select count(*) from webhook_deliveries where delivered_at is null) + (select f.head - w.scanned from change_feed f, webhooks w) as left`);
    return Number(row?.left);
  };
  const until = Date.now() + DRAIN_MILLISECONDS;
  while (Date.now() < until && (await left()) > 0) await sleep(500);
  const stored = await db.execute<{ seq: string | null }>("select seq from changes");
  const got = new Set<number>();
  const lastOf = new Map<string, number>();
  let outOfOrder = 0;
  for (const { seq, subject = "" } of receiver.received) {
    if (got.has(seq)) continue;
    if (seq < (lastOf.get(subject) ?? 0)) outOfOrder += 1;
    lastOf.set(subject, seq);
    got.add(seq);
  }
  const lost = stored.filter(({ seq }) => seq === null || !got.has(Number(seq))).length;
  const repeated = receiver.received.length - got.size;
  return {
    heads: [
      "rounds",
      "killed while it delivered",
      "changes",
      "never delivered",
      "repeated requests",
      "out of order within a subject",
    ],
    cells: [ROUNDS, whileDelivering, stored.length, lost, repeated, outOfOrder],
    holds: lost === 0 && outOfOrder === 0,
  };
};
