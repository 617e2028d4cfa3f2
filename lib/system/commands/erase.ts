import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type JournalLine, readJournal } from "@/lib/database/erasures/journal";
import { settings } from "@/lib/foundation/env";
import { eraseAgain } from "../erase-again";
import { runCommand } from "./command";
import { openEngine } from "./engine";

const USAGE = `Usage: npm run erase -- again [FILE]…

After a restore, erases again what the journal of erasures lists and the restored database has. FILE is a journal; without
one, it is the file in ERASURES_FILE. Name the journals of all instances. Works beside a running server, or without one. Ends
with 0 where everything is erased, 1 where there is no journal, a line is no erasure, or the database failed, 2 where the
command is wrong.
`;
function readFiles(): string[] | "help" {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) return "help";
  const [what, ...files] = positionals;
  if (what !== "again") throw new Error("The only command is: again.");
  return files;
}

/** @throws Error if there is no journal, because nobody could tell then what must be erased */
async function readJournals(named: readonly string[]): Promise<{ lines: JournalLine[]; problems: string[] }> {
  const { ERASURES_FILE } = settings();
  const files = named.length > 0 ? named : [ERASURES_FILE ?? []].flat();
  if (files.length === 0) throw new Error("There is no journal of erasures: name its file, or set ERASURES_FILE.");
  const lines: JournalLine[] = [];
  const problems: string[] = [];
  for (const file of files) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
    const journal = await readJournal(file);
    lines.push(...journal.lines);
    problems.push(
      ...journal.unreadable.map((line) => `${file}: line ${line} is no erasure; the server may have ended there`),
    );
  }
  return { lines, problems };
}

runCommand({
  usage: USAGE,
  read: readFiles,
  run: async (files) => {
    const { lines, problems } = await readJournals(files);
    const engine = await openEngine({ create: false });
    if (!engine) throw new Error("There is no database yet.");
    try {
      const counts = await engine.run((ctx) => eraseAgain(ctx, lines));
      const found = [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
      process.stdout.write(`${lines.length} erasures in the journal; erased again: ${found}\n`);
      for (const problem of problems) process.stderr.write(`${problem}\n`);
      return problems.length > 0 ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});
