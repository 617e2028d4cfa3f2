import { parseArgs } from "node:util";
import { reasonOf, sentenceOf } from "@/lib/foundation/reason";
import { readSettings } from "../settings";

interface Command<Options> {
  /** Printed on request, and if the command is invalid. */
  usage: string;
  /** Parses the arguments. @throws Error with a sentence for the user */
  read: () => Options | "help";
  /** Reports wrong settings itself, or needs none. They end other commands. */
  reportsSettings?: true;
  /** @returns the exit code */
  run: (options: Options) => Promise<number>;
}

async function codeOf<Options>({ usage, read, reportsSettings, run }: Command<Options>): Promise<number> {
  let options: Options | "help";
  try {
    options = read();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n${usage}`);
    return 2;
  }
  if (options === "help") {
    process.stdout.write(usage);
    return 0;
  }
  try {
    if (!reportsSettings) readSettings();
    return await run(options);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}

/** Reads the arguments of a command that takes none but `--help`. @throws Error for any other */
export function readHelpOnly(): "help" | undefined {
  const { values } = parseArgs({ options: { help: { type: "boolean", short: "h" } } });
  return values.help ? "help" : undefined;
}

/** Runs a shell command. Exits with 2 if it is invalid, with 1 if it fails, else with its own code. */
export async function runCommand<Options>(command: Command<Options>): Promise<void> {
  // Not `exit`, because output in a pipe must be written first. Nothing else keeps the process running.
  process.exitCode = await codeOf(command);
}
