import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { type Client, openClient } from "@/lib/database/client";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { GuardedLog, STEPS } from "../testing/guard-rounds";

/** How many rounds; more in the long form. */
const ROUNDS = 10 * Number(process.env["ROUNDS"] ?? 1);

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
let log: GuardedLog;
beforeAll(async () => {
  copy = await createTestDatabase();
  client = openClient(copy.address);
  await ensureSigningKey(drizzle(client), undefined, new Date());
  log = new GuardedLog(client, await mkdtemp(path.join(tmpdir(), "guarded-")));
});
afterAll(async () => {
  await log.close();
  await client.end({ timeout: 1 });
  await copy.drop();
});

it("a backup that is restored under the running process stops the log before the next entry is stored", async () => {
  for (const step of ["append one", "save a backup", "append one", "restore the backup"] as const) await log.take(step);
  expect(await log.end()).toBe("was stopped");
  expect(await log.lost()).toEqual([]);
});

it("restored backups, restarts, and a guard that is late or gone: no fork is signed, no acknowledged entry is lost, and each round ends in service", async () => {
  const ends = { "in service": 0, "was stopped": 0 };
  await log.take("save a backup");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 12 }), async (steps) => {
      for (const step of steps) await log.take(step);
      ends[await log.end()] += 1;
      expect(log.forks).toEqual([]);
      expect(await log.lost()).toEqual([]);
      await log.take("save a backup");
    }),
    // A round leaves a longer log, so a failed one cannot be made smaller.
    { numRuns: ROUNDS, endOnFailure: true },
  );
  expect((await verifyStoredLog(drizzle(client), "anchors")).fault).toBeNull();
  expect(ends["in service"]).toBeGreaterThan(0);
  expect(ends["in service"] + ends["was stopped"]).toBe(ROUNDS);
}, 300_000);
