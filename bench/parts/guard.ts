import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { setGuardStore } from "@/lib/ledger/guard/guard";
import { draftAnchor } from "../anchors";
import { measure } from "../measure";
import { openOwnDatabase } from "../own-database";
import type { Part } from "../part";
import { medianRatio, quantile } from "../rounds";

const CALLERS = [1, 32, 256];

/** Appends whose receipts wait for a guard in a folder, on the disk at once, beside appends without one. */
export const guard: Part = async ({ load, add }) => {
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
};
