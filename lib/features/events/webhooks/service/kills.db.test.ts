import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { AddWebhook } from "../schema";
import { startReceiver } from "../testing/receiver";
import { addWebhook } from "./add-webhook";
import { decideWebhook } from "./decide-webhook";

/** How often an instance is killed. Only the long form kills any. */
const ROUNDS = 10 * Number(process.env["ROUNDS"] ?? 0);
const SENDER = "lib/features/events/webhooks/testing/sender.ts";
const LONGEST_PAUSE_MILLISECONDS = 500;
/** The receiver's longest response time, and the share of requests that it fails. */
const LONGEST_RESPONSE_MILLISECONDS = 30;
const FAILING = 0.002;

const database = testDatabase();

it.runIf(onServer && ROUNDS > 0)(
  "of two instances that write and deliver, each is killed again and again: every change is delivered, in the order of its subject",
  async () => {
    vi.stubEnv("OUTGOING_ALLOW", "127.0.0.0/8:*");
    const db = database();
    const ctx = systemContext(db);
    await ensureSigningKey(db, undefined, new Date());
    const receiver = await startReceiver();
    onTestFinished(receiver.stop);
    const { id } = await addWebhook(ctx, AddWebhook.parse({ url: receiver.address }));
    await decideWebhook(ctx, { id, action: "confirm" }, receiver.send);
    receiver.received.length = 0;
    receiver.respond((_, response) => {
      const status = Math.random() < FAILING ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), Math.random() * LONGEST_RESPONSE_MILLISECONDS);
    });

    const folder = mkdtempSync(path.join(tmpdir(), "governance-kills-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const authority = path.join(folder, "authority.pem");
    writeFileSync(authority, receiver.authority);
    const [own] = await db.execute<{ name: string }>(sql`select current_database() as name`);
    const address = Object.assign(new URL(process.env["TEST_DATABASE_URL"] ?? ""), { pathname: `/${own?.name}` }).href;
    const start = async (...more: string[]) => {
      // The lease of a killed instance ends after one second instead of ten, so the other takes over in each round.
      await db.execute(sql`update webhooks set leased_until = least(leased_until, now() + interval '1 second')
      where leased_until is not null`);
      const child = spawn(process.execPath, ["--import", "tsx", SENDER, address, authority, ...more], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => kill(child));
      await once(child.stdout, "data");
      return child;
    };

    const instances = [await start(), await start()];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = receiver.received.length;
      await expect.poll(() => receiver.received.length).toBeGreaterThan(before);
      await sleep(Math.random() * LONGEST_PAUSE_MILLISECONDS);
      const deliverer = Number(receiver.received.at(-1)?.headers["x-instance"]);
      // In one of five rounds it is the other one that is killed.
      const victim = instances.findIndex(({ pid }) => (pid === deliverer) === (round % 5 !== 4));
      const child = instances[victim];
      if (child) await kill(child);
      instances[victim] = await start();
    }
    for (const child of instances) await kill(child);
    // An instance that writes nothing numbers and delivers the rest.
    await start("quiet");
    const left = async () => {
      const [row] = await db.execute<{ left: number }>(sql`select ((select count(*) from changes where seq is null)
      + (select count(*) from webhook_deliveries where delivered_at is null)
      + (select f.head - w.scanned from change_feed f, webhooks w))::int as left`);
      return row?.left;
    };
    await expect.poll(left, { timeout: 120_000 }).toBe(0);

    const stored = await db.execute<{ seq: number }>(sql`select seq::int from changes order by seq`);
    const arrived = new Set(receiver.received.map(({ seq }) => seq));
    expect([...arrived].sort((a, b) => a - b)).toEqual(stored.map(({ seq }) => seq));
    expect(outOfOrder(receiver.received)).toEqual([]);
  },
  3_600_000,
);

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

/** Returns the changes that arrived for the first time after a later one of their subject. */
function outOfOrder(received: readonly { seq: number; subject: string | undefined }[]): number[] {
  const seen = new Set<number>();
  const lastOf = new Map<string, number>();
  return received.flatMap(({ seq, subject = "" }) => {
    if (seen.has(seq)) return [];
    seen.add(seq);
    const last = lastOf.get(subject) ?? 0;
    lastOf.set(subject, Math.max(seq, last));
    return seq < last ? [seq] : [];
  });
}
