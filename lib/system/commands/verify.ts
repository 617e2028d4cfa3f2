import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import type { Context } from "@/lib/authority/context";
import { listKeys } from "@/lib/authority/keys";
import {
  type Checkpoint,
  checkpointKeys,
  openCheckpoint,
  readCheckpoint,
  verifyEd25519,
} from "@/lib/ledger/checkpoint";
import { findLogsAhead } from "@/lib/ledger/clock";
import { sha256 } from "@/lib/ledger/sha256";
import { type LogVerification, listLogs, verifyStoredLog } from "@/lib/ledger/verify-stored";
import { runCommand } from "./command";
import { openEngine } from "./engine";

const USAGE = `Usage: npm run verify -- [--checkpoint FILE]…

Walks every log of the database that the settings name, and recomputes each hash, link, commitment and tree node. With
--checkpoint, a checkpoint kept elsewhere (GET /checkpoint), its log must also still contain what was signed then. Ends
with 0 where all is whole, 1 where something is not or is dated ahead of the database's clock, naming the first bad entry,
and 2 where the command is wrong.
`;

function readFiles(): Map<string, Checkpoint> | "help" {
  const { values } = parseArgs({
    options: { checkpoint: { type: "string", multiple: true }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return "help";
  const notes = new Map<string, Checkpoint>();
  for (const file of values.checkpoint ?? []) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    const note = readFileSync(file, "utf8");
    const checkpoint = readCheckpoint(note);
    if (!checkpoint) throw new Error(`${file} is no checkpoint.`);
    notes.set(note, checkpoint);
  }
  return notes;
}

/** Returns a sentence for each checkpoint of an unknown log or with an invalid signature. */
async function faultsInNotes({ db }: Context, notes: Map<string, Checkpoint>, origins: string[]): Promise<string[]> {
  const keys = checkpointKeys((await listKeys({ db })).keys);
  const faults: string[] = [];
  for (const [note, { origin, size }] of notes) {
    const name = `The checkpoint of ${origin} at ${size}`;
    if (!origins.includes(origin)) faults.push(`${name} is of no log in this database.`);
    else if (!(await openCheckpoint(note, { origin, keys }, { sha256, verify: verifyEd25519 }))) {
      faults.push(`${name} is signed by none of this service's keys, or by one that was retired before.`);
    }
  }
  return faults;
}

function sentenceOn(log: string, { fault, size, root }: LogVerification): string {
  if (!fault) return `${log}: whole, ${size} ${size === 1 ? "entry" : "entries"}, root ${root}`;
  if (fault.seq === null) return `${log}: NOT WHOLE, ${fault.reason}`;
  return `${log}: NOT WHOLE from entry ${fault.seq}${fault.id === null ? "" : ` (${fault.id})`} on: ${fault.reason}`;
}

/** Verifies every log. @returns the sentences to print, and whether all logs are complete */
async function verifyAll(ctx: Context, notes: Map<string, Checkpoint>): Promise<{ lines: string[]; whole: boolean }> {
  const logs = await listLogs(ctx.db);
  const lines = await faultsInNotes(
    ctx,
    notes,
    logs.map(({ origin }) => origin),
  );
  let whole = lines.length === 0;
  const bar = new SingleBar({ format: "{bar} {percentage}% | {value} of {total} entries | {eta_formatted} left" });
  bar.start(
    logs.reduce((total, { size }) => total + size, 0),
    0,
  );
  try {
    for (const { log, origin } of logs) {
      const checkpoints = [...notes.values()].filter((checkpoint) => checkpoint.origin === origin);
      const onProgress = (entries: number) => bar.increment(entries);
      const verdict = await verifyStoredLog(ctx.db, log, { checkpoints, onProgress, threads: availableParallelism() });
      lines.push(sentenceOn(log, verdict));
      whole &&= verdict.fault === null;
    }
    for (const { log, seq, id } of await findLogsAhead(ctx.db)) {
      const from = seq === null ? "" : ` from entry ${seq} (${id}) on`;
      lines.push(`${log}: DATED AHEAD of the database's clock${from}; an instance had a wrong clock`);
      whole = false;
    }
  } finally {
    bar.stop();
  }
  return { lines, whole };
}

runCommand({
  usage: USAGE,
  read: readFiles,
  run: async (notes) => {
    const engine = await openEngine({ create: false });
    if (!engine) throw new Error("There is no database yet.");
    try {
      const { lines, whole } = await engine.run((ctx) => verifyAll(ctx, notes));
      process.stdout.write(`${lines.join("\n")}\n`);
      return whole ? 0 : 1;
    } finally {
      await engine.close();
    }
  },
});
