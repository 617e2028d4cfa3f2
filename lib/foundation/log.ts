import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { settings } from "@/lib/foundation/env";
import { prettyLine } from "@/lib/foundation/log-line";

export type Logger = pino.Logger;

let logger: Logger | undefined;

/** Begins the part that drizzle appends to the message of a failed query: user input, and hashes of secrets. */
const PARAMETERS = "\nparams: ";
const STACK_LINE = "    at ";

/** Returns an error without that part. The stack at its end stays. */
function errorWithoutParameters(error: string): string {
  const start = error.indexOf(PARAMETERS);
  if (start < 0) return error;
  const lines = error.slice(start + 1).split("\n");
  const last = lines.findLastIndex((line) => !line.startsWith(STACK_LINE));
  return [error.slice(0, start), ...lines.slice(last + 1)].join("\n");
}

/** Returns a line without the parameters of a failed query. */
export function withoutParameters(line: Record<string, unknown>): Record<string, unknown> {
  const { error } = line;
  return typeof error === "string" ? { ...line, error: errorWithoutParameters(error) } : line;
}

/** The maximum that may wait for a slow reader of the log. Further lines are dropped. */
const WAITING_BYTES = 16_777_216;
const FLUSH_MILLISECONDS = 10_000;
/** Lines are written together, because a separate write for each costs more than everything else. */
const TOGETHER = { minLength: 8_192, periodicFlush: 100 };

let timeWritten = 0;
let timeText = "";

/** Returns the field `time` of a line. Lines of the same millisecond share its text. */
function timeField(): string {
  const now = Date.now();
  if (now !== timeWritten) {
    timeText = `,"time":"${new Date(now).toISOString()}"`;
    timeWritten = now;
  }
  return timeText;
}

/** Writes standard output asynchronously. */
function output() {
  const destination = pino.destination({ dest: 1, sync: false, maxLength: WAITING_BYTES, ...TOGETHER });
  // The reader of the log may disappear.
  destination.on("error", () => {});
  return destination;
}

/** Returns whether people read the output: on a terminal, unless LOG_FORMAT says otherwise. */
export function isPretty(): boolean {
  return (settings().LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json")) === "pretty";
}

/** Writes standard output for people. A terminal gets so few lines that writing them one by one costs nothing. */
const prettyOutput = () => ({ write: (line: string) => void process.stdout.write(prettyLine(line)) });

function create(): Logger {
  const pretty = isPretty();
  const options: pino.LoggerOptions = {
    // A line for each request would hide the important lines from a person at the terminal.
    level: settings().LOG_LEVEL ?? (pretty ? "warn" : "info"),
    base: null,
    timestamp: timeField,
    formatters: { level: (label) => ({ level: label }), log: withoutParameters },
    redact: { paths: ["token", "*.token", "authorization", "*.authorization", "*.private_key"], censor: "[redacted]" },
  };
  return pino(options, pretty ? prettyOutput() : output());
}

/**
 * Ends the process after its log is written, or after ten seconds. A reader that does not read blocks the thread that
 * writes to it, and Node's own exit would wait for that thread.
 */
export async function endProcess(exitCode: number): Promise<never> {
  const written = new Promise<boolean>((resolve) => {
    if (logger === undefined) resolve(true);
    else logger.flush(() => resolve(true));
  });
  const isWritten = await Promise.race([written, sleep(FLUSH_MILLISECONDS, false)]);
  if (!isWritten) process.kill(process.pid, "SIGKILL");
  process.exit(exitCode);
}

/**
 * The process's logger: one JSON object a line on standard output, or lines for people on a terminal. It redacts the
 * secrets that are listed here.
 */
export function log(): Logger {
  logger ??= create();
  return logger;
}
