import path from "node:path";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { closeGuards, openGuards } from "@/lib/features/anchors/service/open-guard";
import { publishLog } from "@/lib/features/anchors/tiles/service/publish-log";
import { settings } from "@/lib/foundation/env";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { runCommand } from "./command";
import { openEngine } from "./engine";

const USAGE = `Usage: npm run publish-log -- DIRECTORY

Writes both logs as files: DIRECTORY/anchors and DIRECTORY/council, each with its checkpoint and its tiles. Any web server
can serve them to auditors. Run it again to add new entries. A folder with a checkpoint that the log does not continue is
left as it is. Works beside a running server, or without one. Ends with 0 where both logs are written, 1 where one is not,
2 where the command is wrong.
`;

runCommand({
  usage: USAGE,
  read: () => {
    const { values, positionals } = parseArgs({
      options: { help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values.help) return "help";
    const [directory, ...more] = positionals;
    if (directory === undefined || more.length > 0) throw new Error("Name one directory.");
    return { directory };
  },
  run: async ({ directory }) => {
    const engine = await openEngine({ create: false });
    if (!engine) throw new Error("There is no database yet.");
    const bar = new SingleBar({ format: "{bar} {percentage}% | {value} of {total} tiles | {eta_formatted} left" });
    try {
      await engine.run((ctx) => openGuards(ctx, settings(), false));
      for (const log of [ANCHOR_LOG, COUNCIL_LOG] as const) {
        const place = path.join(directory, log);
        const onTiles = { all: (count: number) => bar.start(count, 0), one: () => bar.increment() };
        const size = await engine.run((ctx) => publishLog(ctx, log, place, onTiles));
        bar.stop();
        process.stdout.write(`${place}: ${size} ${size === 1 ? "entry" : "entries"}\n`);
      }
      return 0;
    } finally {
      bar.stop();
      await closeGuards();
      await engine.close();
    }
  },
});
