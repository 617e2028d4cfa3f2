// Runs the server in a child process, and starts it again if its watchdog ended it or it crashed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

/** `WATCHDOG_EXIT_CODE` of lib/system/watchdog. */
const BLOCKED = 86;
/** The signals of a crash: SIGKILL of the watchdog or for lack of memory, the others of Node and V8. */
const CRASHES = ["SIGKILL", "SIGABRT", "SIGBUS", "SIGILL", "SIGSEGV", "SIGTRAP"];
const MAX_RESTARTS = 3;
const WINDOW_MILLISECONDS = 600_000;

/**
 * Counts restarts. @param {() => number} now in milliseconds
 * @returns {() => number | null} the number of the next restart in its window, or null if there were too many
 */
export function restartCounter(now = () => performance.now()) {
  /** @type {number[]} */
  let restarts = [];
  return () => {
    const time = now();
    restarts = restarts.filter((restart) => time - restart < WINDOW_MILLISECONDS);
    if (restarts.length === MAX_RESTARTS) return null;
    return restarts.push(time);
  };
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal @returns {string | null} null: not a crash */
function causeOf(code, signal) {
  if (code === BLOCKED) return `The server was blocked, and its watchdog ended it (exit code ${BLOCKED})`;
  return signal !== null && CRASHES.includes(signal) ? `The server was ended by ${signal}` : null;
}

/**
 * Runs Node with these parameters until it ends by itself or by a signal to this process.
 * @param {string[]} parameters @returns {Promise<number>} the exit code
 */
export async function supervise(parameters) {
  const nextRestart = restartCounter();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  let isStopping = false;
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
    process.on(signal, () => {
      if (!isStopping) child?.kill(signal);
      isStopping = true;
    });
  }
  for (;;) {
    // Its own process group, so that Ctrl-C reaches it once, from here. It drains if the channel to this process closes.
    child = spawn(process.execPath, [...process.execArgv, ...parameters], {
      detached: true,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    const [code, signal] = await once(child, "exit");
    const cause = causeOf(code, signal);
    const exitCode = code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)];
    if (isStopping || cause === null) return exitCode;
    const restart = nextRestart();
    const where = "The line of the log with the event “watchdog” shows where the server was blocked.";
    if (restart === null) {
      process.stderr.write(
        `${cause}, after ${MAX_RESTARTS} restarts in 10 minutes. It is not started again. ${where}\n`,
      );
      return exitCode;
    }
    process.stderr.write(`${cause}. It is started again (restart ${restart} of ${MAX_RESTARTS} in 10 minutes).\n`);
  }
}
