// Measures `audit.mjs` on a generated log in a folder: npm run bench:audit, with ENTRIES=100000 for a shorter one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GeneratedLog } from "@/lib/ledger/testing/generated-log";
import { writeTree } from "@/lib/ledger/write-tree";

const size = Number(process.env["ENTRIES"] ?? 1_000_000);
const place = mkdtempSync(path.join(tmpdir(), "governance-bench-audit-"));
try {
  const log = new GeneratedLog(size);
  await writeTree(place, log, log.read);
  const state = path.join(place, "state");
  const audit = (what: string) => {
    const startedAt = performance.now();
    const parameters = ["public/evidence/audit.mjs", place, "--key", log.verifierKey, "--state", state];
    const { status, stderr } = spawnSync(process.execPath, parameters, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    console.log(`${what}: ${size} entries in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  };
  audit("from the beginning");
  log.grow(size + 1_000);
  await writeTree(place, log, log.read);
  audit("again, with 1,000 new entries");
} finally {
  rmSync(place, { recursive: true });
}
