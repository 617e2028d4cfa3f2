import { readFileSync } from "node:fs";
import { openService } from "./ledger/over-http";
import { medianRatio, playByTurns } from "./ledger/rounds";
import { quantile } from "./load";
import { fixed, provenance, writeSection } from "./report";

const PRETENURING_OFF = "--no-allocation-site-pretenuring";
/** What Node is told of its young memory: nothing, and more and more. */
const FLAGS = [[], [PRETENURING_OFF], ["--max-semi-space-size=64"], ["--max-semi-space-size=64", PRETENURING_OFF]];
const CALLERS = 32;
const ROUNDS = Number(process.env["ROUNDS"] ?? 10);

/** The most memory a process ever had, in MB (Linux). */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}

// Services that differ in nothing else, by turns.
const services: Awaited<ReturnType<typeof openService>>[] = [];
for (const flags of FLAGS) services.push(await openService(CALLERS, flags));
try {
  const plays = await playByTurns(
    services.map(({ contender }) => contender),
    CALLERS,
    ROUNDS,
  );
  const [first] = plays;
  if (!first) throw new Error("no service was played");
  const rows = plays.map((play, at) => {
    const rate = quantile(play.perSecond, 0.5).toFixed(0);
    const peak = peakMegabytes(services[at]?.pid ?? 0).toFixed(0);
    const flags = FLAGS[at]?.map((flag) => `\`${flag}\``).join(" ");
    return `| ${flags || "none"} | ${rate} | ${fixed(medianRatio(play, first))} | ${peak} |`;
  });
  const engine = process.env["DATABASE_URL"] === undefined ? "the embedded engine" : "PostgreSQL";
  const command = `${process.env["DATABASE_URL"] === undefined ? "" : "DATABASE_URL=postgres://… "}npm run bench:young-memory`;
  const text = [
    provenance(engine, command),
    "",
    "| flags | POST /api/memory/anchor a second, 32 callers | × that of none | most memory, MB |",
    "|---|---:|---:|---:|",
    ...rows,
  ].join("\n");
  process.stdout.write(`${text}\n`);
  await writeSection("Young memory", text);
} finally {
  for (const { close } of services) await close();
}
process.exit(0);
