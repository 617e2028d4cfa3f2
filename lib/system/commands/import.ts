import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { importAgent, planImport } from "@/lib/features/agents/service/import";
import { settings } from "@/lib/foundation/env";
import { reasonOf } from "@/lib/foundation/reason";
import type { List } from "@/lib/interop/sources/lists/lines";
import { describeReport, emptyReport, type Report, sortReport } from "@/lib/interop/sources/lists/report";
import { runImport } from "@/lib/interop/sources/lists/run";
import { runCommand } from "./command";
import { openEngine } from "./engine";
import { type Following, followNow, readFollowing } from "./import/follow";

/** Records that are imported at once, each on a connection to the database. */
const AT_ONCE = 8;

const USAGE = `Usage: npm run import -- [--members] [--dry-run] [--report REPORT.json] FILE…
       npm run import -- --follow [--members] [--kind KIND] [--every MINUTES] ADDRESS…

Registers what the files list: A2A agent cards, MCP server.json, or a registry's list of MCP servers; one to a line,
or as one JSON value. A folder counts as its .json and .jsonl files. The records are listed, and are no
members of the federation until somebody claims them. --members is for agents of your own: they become members.
--dry-run stores nothing and says what would happen. Ends with 0 where all is well, 1 where a
record was refused or the database failed, 2 where the command is wrong.

--follow fetches lists of others by https now, and has the service fetch them again every so many minutes (60): an MCP registry
(mcp-registry), a publisher's ard.json (ard-publisher), or an agent card (agent-card). Without an address it fetches all that are
due. The console shows them under Sources.
`;

interface FileOptions {
  files: string[];
  dryRun: boolean;
  report: string | undefined;
  members: boolean;
}
type Options = FileOptions | { follow: Following };

/** Lists the files that a parameter names: the file itself, or those of a folder in the order of their names. */
function filesAt(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) return [place];
  if (!found?.isDirectory()) throw new Error(`There is no file ${place}.`);
  const names = readdirSync(place).filter((name) => /\.jsonl?$/.test(name));
  if (names.length === 0) throw new Error(`There is no .json or .jsonl file in ${place}.`);
  return names.sort().map((name) => path.join(place, name));
}

function readOptions(): Options | "help" {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean" },
      report: { type: "string" },
      members: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      follow: { type: "boolean" },
      kind: { type: "string" },
      every: { type: "string" },
    },
  });
  if (values.help) return "help";
  if (values.follow) return { follow: readFollowing(files, values) };
  if (files.length === 0) throw new Error("Name a file.");
  const { report, members = false } = values;
  if (report !== undefined && !existsSync(path.dirname(report))) throw new Error(`There is no place for ${report}.`);
  return { files: [...new Set(files.flatMap(filesAt))], dryRun: values["dry-run"] ?? false, report, members };
}

const listAt = (file: string): List => ({
  name: file,
  size: statSync(file).size,
  read: () => createReadStream(file) as AsyncIterable<Buffer>,
});

async function importInto(report: Report, { files, members }: FileOptions): Promise<void> {
  const engine = await openEngine({ create: !report.dry_run });
  const verb = report.dry_run ? planImport : importAgent;
  const bar = new SingleBar({ format: "{bar} {percentage}% | {agents} agents | {eta_formatted} left" });
  const lists = files.map(listAt);
  const size = lists.reduce((total, list) => total + list.size, 0);
  const agents = () => report.totals.registered + report.totals.updated + report.totals.unchanged;
  bar.start(size, 0, { agents: 0 });
  try {
    await runImport(
      {
        lists,
        atOnce: AT_ONCE,
        maxRecordBytes: settings().MAX_BODY_BYTES,
        importOne: async (input, source) =>
          engine
            ? engine.run((ctx) => verb(ctx, input, source, { members }))
            : ({ outcome: "registered", changes: [] } as const),
        onProgress: (bytes) => bar.update(bytes, { agents: agents() }),
      },
      report,
    );
    bar.update(size, { agents: agents() });
  } finally {
    bar.stop();
    await engine?.close();
  }
}

runCommand<Options>({
  usage: USAGE,
  read: readOptions,
  run: async (options) => {
    if ("follow" in options) return followNow(options.follow);
    const report = emptyReport(options.dryRun);
    let failure = "";
    try {
      await importInto(report, options);
    } catch (error) {
      failure = `The import stopped: ${reasonOf(error)}\n`;
    }
    sortReport(report, options.files);
    const { rejections, summary } = describeReport(report);
    process.stderr.write(rejections + failure);
    process.stdout.write(summary);
    if (options.report !== undefined) await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
    return failure === "" && report.totals.refused === 0 ? 0 : 1;
  },
});
