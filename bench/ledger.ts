import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { createDraft } from "@/lib/ledger/link";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { contenders } from "./ledger/contenders";
import { fill, type OpenedDatabase, openOwnDatabase } from "./ledger/databases";
import { openService } from "./ledger/over-http";
import { fixed, provenance, publish } from "./report";
import { type Contender, medianRatio, type Play, playByTurns, quantile } from "./rounds";

const ROUNDS = Number(process.env["ROUNDS"] ?? 21);
const CALLERS = [32, 256];
const GROWTH_CALLERS = 32;

const { values } = parseArgs({ options: { entries: { type: "string", default: "1000000" } } });
const ENTRIES = Number(values.entries);

const row = (...cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
const line = ({ name }: Contender, callers: number, play: Play, against: Play[]) =>
  row(
    name,
    callers,
    quantile(play.perSecond, 0.5).toFixed(0),
    fixed(quantile(play.latenciesMilliseconds, 0.5)),
    fixed(quantile(play.latenciesMilliseconds, 0.99)),
    ...against.map((other) => fixed(medianRatio(play.perSecond, other.perSecond))),
  );

/** Appends against what they replace, side by side. */
async function compareAppends(database: OpenedDatabase): Promise<string[]> {
  const { queued, naive, bare } = await contenders(database);
  const lines = [
    row("append", "callers", "anchors/s", "p50 ms", "p99 ms", "× lock per anchor", "× single-row INSERT"),
    "|---|---:|---:|---:|---:|---:|---:|",
  ];
  for (const callers of CALLERS) {
    const plays = await playByTurns([queued, naive, bare], callers, ROUNDS);
    const [queuedPlay, naivePlay, barePlay] = plays;
    if (!queuedPlay || !naivePlay || !barePlay) throw new Error("a contender did not play");
    for (const [index, contender] of [queued, naive, bare].entries()) {
      const play = plays[index];
      if (play) lines.push(line(contender, callers, play, [naivePlay, barePlay]));
    }
  }
  return lines;
}

/** Appends through the built service, beside those of its service layer. */
async function compareWithHttp(database: OpenedDatabase): Promise<string[]> {
  const { queued } = await contenders(database);
  const lines = [
    row("append", "callers", "anchors/s", "p50 ms", "p99 ms", "× service layer"),
    "|---|---:|---:|---:|---:|---:|",
  ];
  for (const callers of CALLERS) {
    const { contender, close } = await openService();
    try {
      const [served, called] = await playByTurns([contender, queued], callers, ROUNDS);
      if (served && called) lines.push(line(contender, callers, served, [called]));
    } finally {
      await close();
    }
  }
  return lines;
}

/** Appends to a long log and to one that begins empty, by turns; then the verification of the long one. */
async function measureGrowth(): Promise<string[]> {
  const [long, empty] = [await openOwnDatabase(), await openOwnDatabase()];
  try {
    await fill(long.db, ENTRIES);
    const onto = ({ db }: OpenedDatabase) => ({
      name: "group commit",
      runs: 8_192,
      run: (number: number) => {
        const content = { did: "did:bench:s1:atlas", kind: "note", scope: "PUBLIC" as const, payload: { number } };
        return appendAnchors(db, [{ key: undefined, ...createDraft(content, new Date()) }]);
      },
    });
    const [onLong, onEmpty] = await playByTurns([onto(long), onto(empty)], GROWTH_CALLERS, ROUNDS);
    if (!onLong || !onEmpty) throw new Error("a log was not played");
    const started = performance.now();
    const { fault, size } = await verifyStoredLog(long.db, ANCHOR_LOG, { threads: availableParallelism() });
    if (fault) throw new Error(`the log is not whole: ${fault.reason}`);
    const seconds = (performance.now() - started) / 1_000;
    return [
      row("on a long log", "figure"),
      "|---|---:|",
      row(
        `time per append onto ${ENTRIES.toLocaleString("en")} entries over that onto a log that began empty`,
        fixed(medianRatio(onEmpty.perSecond, onLong.perSecond)),
      ),
      row(`verification of ${size.toLocaleString("en")} entries, payloads included, s`, fixed(seconds)),
      row("entries verified in a second", (size / seconds).toFixed(0)),
    ];
  } finally {
    await long.drop();
    await empty.drop();
  }
}

const database = await openOwnDatabase();
try {
  const server = process.env["DATABASE_URL"] !== undefined;
  const command = server ? "DATABASE_URL=postgres://… npm run bench:ledger" : "npm run bench:ledger";
  const text = [
    provenance(database.engine, command),
    "",
    ...(await compareAppends(database)),
    "",
    ...(await compareWithHttp(database)),
    "",
    ...(ENTRIES > 0 ? await measureGrowth() : []),
  ].join("\n");
  await publish(server ? "Ledger on PostgreSQL" : "Ledger on the embedded engine", text);
} finally {
  await database.drop();
}
process.exit(0);
