import { existsSync } from "node:fs";
import { reasonOf } from "./reason";

interface Command<Options> {
  /** Told where it was asked for, and where the command is wrong. */
  usage: string;
  /** Reads the arguments. @throws Error with a sentence for whoever typed them */
  read: () => Options | "help";
  /** @returns the exit code */
  run: (options: Options) => Promise<number>;
}

async function codeOf<Options>({ usage, read, run }: Command<Options>): Promise<number> {
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
  if (existsSync(".env")) process.loadEnvFile(".env");
  try {
    return await run(options);
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    return 1;
  }
}

/** Runs a command of the shell. Ends with 2 where it is wrong, with 1 where it fails, else as it says. */
export async function runCommand<Options>(command: Command<Options>): Promise<void> {
  // Not `exit`: what is still on its way into a pipe goes out first, and nothing else holds the process.
  process.exitCode = await codeOf(command);
}
