import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { copyTemplate } from "@/lib/database/testing/template";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer, TRUST_LOOPBACK, visitorOf } from "../http/visitor";

const OPERATOR = "operator-of-the-full-disk";
const DISK_MEBIBYTES = 100;
const onEmbedded = process.env["TEST_DATABASE_URL"] === undefined;
const mayMount = onEmbedded && process.getuid?.() === 0 && spawnSync("mount", ["--version"]).status === 0;

/** Writes zeros until the disk is full. */
async function fill(file: string): Promise<void> {
  const ballast = createWriteStream(file);
  ballast.end(Buffer.alloc(DISK_MEBIBYTES * 1_048_576));
  await expect(finished(ballast)).rejects.toMatchObject({ code: "ENOSPC" });
}

describe.runIf(mayMount)("a start on a full disk", () => {
  it("ends with a sentence, and works once there is space", async ({ skip }) => {
    const disk = await mkdtemp(path.join(tmpdir(), "governance-disk-"));
    const mount = (...options: string[]) => spawnSync("mount", ["-t", "tmpfs", ...options, "tmpfs", disk]).status === 0;
    const isMounted = mount("-o", "size=12m");
    onTestFinished(async () => {
      if (isMounted) spawnSync("umount", [disk]);
      await rm(disk, { recursive: true, force: true });
    });
    skip(!isMounted, "This account may not mount a disk.");
    const dataDir = path.join(disk, "data");
    const failed = await startServer({ dataDir, wait: false });
    await once(failed.process, "exit");
    expect(failed.process.exitCode).toBe(1);
    const sentence = `The embedded database in ${dataDir}/postgres cannot be opened: no space is left on the disk (ENOSPC).`;
    expect(failed.output().trim()).toBe(sentence);

    mount("-o", "remount,size=200m");
    const server = await startServer({ dataDir });
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });
});

describe.runIf(mayMount)("a full disk of the embedded engine", () => {
  let disk: string;
  let server: RunningServer;
  let mounted = false;
  beforeAll(async () => {
    disk = await mkdtemp(path.join(tmpdir(), "governance-disk-"));
    mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEBIBYTES}m`, "tmpfs", disk]).status === 0;
    const dataDir = path.join(disk, "data");
    await copyTemplate(path.join(dataDir, "postgres"));
    server = await startServer({ dataDir, env: { ...TRUST_LOOPBACK, OPERATOR_TOKEN: OPERATOR } });
  });
  afterAll(async () => {
    await server.cleanUp();
    if (mounted) spawnSync("umount", [disk]);
    await rm(disk, { recursive: true, force: true });
  });
  const ask = (place: string) => visitorOf(server.url)(place, { headers: bearer(OPERATOR) });
  const anchor = () => {
    const body = { did: "did:test:s1:a", payload: { n: 1 } };
    return visitorOf(server.url)("/api/memory/anchor", { method: "POST", headers: bearer(OPERATOR), body });
  };

  it("blocks writes, is reported, and loses nothing; with free space all is verified without a restart", async ({
    skip,
  }) => {
    skip(!mounted, "This account may not mount a disk.");
    const before = await Promise.all(Array.from({ length: 5 }, anchor));
    const acknowledged: string[] = before.map((answer) => answer.json().id);
    await fill(path.join(disk, "ballast"));
    // Then the next record of the write-ahead log needs a file, for which there is no space.
    const sql = postgres({ path: path.join(server.dataDir, "database.sock"), user: "postgres", database: "postgres" });
    await sql`select pg_switch_wal()`;
    await sql.end();
    const refused = await anchor();
    expect([refused.status, refused.json().code]).toEqual([500, "DB_ERROR"]);

    const smoke = await ask("/api/system/smoke");
    expect(smoke.json()).toMatchObject({ tag: "BLOCKED", reasons: expect.arrayContaining([expect.any(String)]) });
    const [health, metrics, liveness] = await Promise.all(["/health", "/metrics", "/livez"].map(ask));
    expect([health?.status, metrics?.status, liveness?.status]).toEqual([200, 200, 200]);
    expect(metrics?.body).toContain('smoke_check_passed{check="database"} 0');

    await rm(path.join(disk, "ballast"));
    await expect
      .poll(async () => (await ask("/api/system/smoke")).json().tag, { timeout: 30_000, interval: 500 })
      .toBe("VERIFIED");
    await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
    acknowledged.push((await anchor()).json().id);
    const { anchors } = (await ask("/api/memory/anchors")).json();
    expect(anchors.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(acknowledged));
  });
});
