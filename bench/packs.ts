// Measures an evidence pack of 10 MB, and audit.mjs on it: npm run bench:packs on the embedded engine, or with DATABASE_URL
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Context } from "@/lib/authority/context";
import { listKeys } from "@/lib/authority/keys";
import type { Database } from "@/lib/database/open";
import { registerAgent } from "@/lib/features/agents/service/register";
import { makePack } from "@/lib/features/packs/service/make-pack";
import { log } from "@/lib/foundation/log";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { openOwnDatabase } from "./own-database";
import type { Engine } from "./site";

const say = (text: string) => process.stdout.write(`${text}\n`);
const ACTS = 3_100;
const did = "did:fed:s1:measured";

/** Registers an agent with so many acts about it that its pack has almost 10 MB. */
async function fill(db: Database): Promise<void> {
  await registerAgent({ db, caller: { kind: "system" }, clock: () => new Date(), log: log() }, { did, skills: ["s"] });
  for (let first = 0; first < ACTS; first += 100) {
    await db.transaction(async (tx) => {
      for (let act = first; act < first + 100; act += 1) {
        const details = { reason: `Reason number ${act}. ${"It read letters aloud. ".repeat(12)}` };
        await appendWithin(
          tx,
          COUNCIL_LOG,
          { kind: "tier.granted", actor: "system", subject: did, details },
          new Date(),
        );
      }
    });
  }
}

async function measure(engine: Engine): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "governance-bench-packs-"));
  const { db, patient, drop } = await openOwnDatabase(engine);
  try {
    await fill(patient);
    const ctx: Context = { db, caller: { kind: "anonymous" }, clock: () => new Date(), log: log() };
    const ending = new AbortController();
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const inUse = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = inUse();
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    let [bytes, peak] = [0, 0];
    const parts: Uint8Array[] = [];
    for await (const chunk of (await makePack(ctx, { did }, ending.signal)).chunks) {
      parts.push(chunk);
      bytes += chunk.length;
      peak = Math.max(peak, inUse());
    }
    ending.abort();
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - startedAt) / 1_000;
    say(
      `${engine}: ${(bytes / 1e6).toFixed(1)} MB zip in ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s CPU, at most ${((peak - before) / 1e6).toFixed(0)} MB of memory, the main thread blocked for at most ${(delays.max / 1e6).toFixed(0)} ms`,
    );
    writeFileSync(path.join(folder, "pack.zip"), Buffer.concat(parts));
    writeFileSync(path.join(folder, "jwks.json"), JSON.stringify(await listKeys({ db })));
    const auditedAt = performance.now();
    const parameters = ["pack.zip", "--keys", "jwks.json"];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.resolve("public/evidence/audit.mjs"), ...parameters],
      {
        ...{ cwd: folder, encoding: "utf8", maxBuffer: 10_000_000 },
      },
    );
    if (status !== 0) throw new Error(stderr.slice(-500));
    say(`audit.mjs: ${((performance.now() - auditedAt) / 1_000).toFixed(1)} s. ${stdout.trimEnd().split("\n").at(-1)}`);
  } finally {
    rmSync(folder, { recursive: true });
    await drop();
  }
}
const { DATABASE_URL } = process.env;
if (DATABASE_URL !== undefined) process.env["TEST_DATABASE_URL"] = DATABASE_URL;
// One engine in a process, because a process reads its keys once.
await measure(DATABASE_URL === undefined ? "embedded" : "PostgreSQL");
