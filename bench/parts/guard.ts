import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { setGuardStore } from "@/lib/ledger/guard/guard";
import { draftAnchor } from "../anchors";
import type { Asked } from "../load";
import { measure, type Runner } from "../measure";
import { openOwnDatabase } from "../own-database";
import type { Bench, Part } from "../part";
import { medianRatio, quantile } from "../rounds";
import { ANCHOR, authorised } from "../scenarios";

const CALLERS = [1, 32, 256];
/** What callers send over HTTP. */
const ANCHORING: Asked = { path: "/api/memory/anchor", body: ANCHOR, status: 201 };

/** Makes a file and waits until its folder is on the disk, as the guard does for each group of receipts. */
async function fsyncer(folder: string): Promise<Runner> {
  await mkdir(folder);
  let number = 0;
  const run = async () => {
    number += 1;
    await (await open(path.join(folder, `${number}`), "wx")).close();
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  };
  return { name: "fsync", run, callers: 1 };
}

/** Starts two witnesses. @returns their setting, and what tells them logs and returns how often each cosigned */
async function startWitnesses() {
  const child = fork("bench/witness-process.ts", { execArgv: ["--import", "tsx"] });
  const [setting] = (await once(child, "message")) as [string];
  const tell = async (vkeys: string[]) => {
    child.send(vkeys);
    const [cosigned] = (await once(child, "message")) as [number[]];
    return cosigned;
  };
  return { setting, tell, stop: () => child.kill() };
}

/**
 * Anchors over HTTP with a guard on the disk and two witnesses in another process, beside the same build without witnesses: with the
 * same guard, and with one in memory, where an fsync costs nothing.
 */
async function measureService({ load, site, add }: Bench): Promise<void> {
  const witnesses = await startWitnesses();
  const disk = await mkdtemp(path.join(tmpdir(), "governance-bench-guard-"));
  const memory = await mkdtemp("/dev/shm/governance-bench-guard-");
  try {
    const on = (settings: Record<string, string>) => site({ engine: "PostgreSQL", agents: 0, grows: true, settings });
    const sites = {
      "guard and two witnesses": await on({ GUARD: path.join(disk, "own"), WITNESSES: witnesses.setting }),
      "guard only": await on({ GUARD: path.join(disk, "other") }),
      neither: await on({ GUARD: path.join(memory, "guard") }),
    };
    const { port } = sites["guard and two witnesses"].service;
    const response = await fetch(`http://127.0.0.1:${port}/api/memory/logs`);
    const { logs } = (await response.json()) as { logs: { verifier_keys: string[] }[] };
    await witnesses.tell(logs.flatMap(({ verifier_keys: keys }) => keys));
    // They were asked before they knew the logs, and are asked again within a minute.
    while ((await witnesses.tell([])).some((count) => count < logs.length)) await sleep(1_000);
    const fsync = await fsyncer(path.join(disk, "fsync"));
    for (const callers of CALLERS) {
      const before = await witnesses.tell([]);
      const began = performance.now();
      const players = Object.entries(sites).map(([name, { service, token }]) => ({
        ...{ name, server: service, callers },
        asked: { ...ANCHORING, headers: authorised({ token }) },
      }));
      const played = await measure(load, [...players, fsync]);
      const seconds = (performance.now() - began) / 1_000;
      const [full, guarded, plain, disked] = played;
      if (!full || !guarded || !plain || !disked) throw new Error("The anchors were not played.");
      const of = (count: number) => `POST with ${count} callers`;
      const goal = callers > 1 ? { least: 0.9 } : undefined;
      add(`${of(callers)}, guard and witnesses over neither`, goal, medianRatio(full.perSecond, plain.perSecond), [
        full,
        guarded,
        plain,
      ]);
      add(
        `${of(callers)}, guard and witnesses over guard only`,
        undefined,
        medianRatio(full.perSecond, guarded.perSecond),
      );
      const cosigned = (await witnesses.tell([])).map((count, at) => count - (before[at] ?? 0));
      add(`${of(callers)}, cosigned a second by each witness`, undefined, Math.min(...cosigned) / seconds);
      if (callers > 1) continue;
      const added = full.p50Milliseconds.map(
        (milliseconds, round) => milliseconds - (plain.p50Milliseconds[round] ?? 0),
      );
      const fsyncs = quantile(added, 0.5) / quantile(disked.p50Milliseconds, 0.5);
      add("added p50 of one caller, in fsyncs at the same time", { most: 1 }, fsyncs, [disked]);
    }
  } finally {
    witnesses.stop();
    await rm(disk, { recursive: true });
    await rm(memory, { recursive: true });
  }
}

/** Appends whose receipts wait for a guard in a folder, on the disk at once, beside appends without one. */
async function measureAppends({ load, add }: Bench): Promise<void> {
  const [guarded, plain] = [await openOwnDatabase("PostgreSQL"), await openOwnDatabase("PostgreSQL")];
  const folder = await mkdtemp(path.join(tmpdir(), "governance-bench-guard-"));
  const store = folderStore(folder, true);
  try {
    setGuardStore(guarded.db, store);
    for (const callers of CALLERS) {
      const played = await measure(
        load,
        [guarded, plain].map(({ db }, index) => ({
          name: index === 0 ? "with a guard" : "without",
          run: () => appendAnchors(db, [{ key: undefined, ...draftAnchor() }]),
          callers,
        })),
      );
      const [own, other] = played;
      if (!own || !other) throw new Error("The appends were not played.");
      const goal = callers > 1 ? { least: 0.9 } : undefined;
      add(`with a guard over without, ${callers} callers`, goal, medianRatio(own.perSecond, other.perSecond), played);
      if (callers > 1) continue;
      const [slower = 0, faster = 0] = [own, other].map(({ p50Milliseconds }) => quantile(p50Milliseconds, 0.5));
      add("added p50 of one caller, ms", undefined, slower - faster);
    }
  } finally {
    store.close();
    await rm(folder, { recursive: true });
    await guarded.drop();
    await plain.drop();
  }
}

export const guard: Part = async (bench) => {
  await measureAppends(bench);
  await measureService(bench);
  return undefined;
};
