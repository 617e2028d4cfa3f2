// Runs the suite and ends with `N passed, N failed`. Each parameter is a part:
//   quick    builds; units, verbs on a database, the process over HTTP, each page once in a browser (`npm test`)
//   rest     commands, processes that fail or race, fuzz tests, random records, and the other browser specs
//   engines  what can differ, on the other engine: needs TEST_DATABASE_URL and TEST_REDIS_URL
//   long     the same as parts of `quick`, with so many rounds that it takes an hour; before a release
// Tests of a database run on the Postgres of TEST_DATABASE_URL, if it is set. The process over HTTP and the browser have
// the embedded engine in all parts but `engines`.
import "./node-version.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { ensureBrowser } from "./browser.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "governance-reports-"));
const counts = { passed: 0, failed: 0 };
/** @type {string[]} Failures with their reasons, one per line. Repeated at the end, because the log is long. */
const failures = [];
/** @type {{ file: string, seconds: number }[]} */
const files = [];
/** A file of Vitest that takes longer is too slow, and one that takes ten times as long fails: it must be divided. */
const FILE_SECONDS = 15;
const SHOWN_FILES = 20;

/** Returns the CPU seconds of ended child processes, and of theirs; 0 on others than Linux. */
function usedSeconds() {
  if (!existsSync("/proc/self/stat")) return 0;
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  const TICKS_A_SECOND = 100;
  return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
}

/** The CPU seconds of the build that `quick` made, for the other parts. */
const BUILD_SECONDS = "dist/cpu-seconds";

/** @typedef {Record<string, string | undefined>} Environment in addition to the present one; undefined removes */

/**
 * Runs a script with Node. Each line of its output begins with `name`, because two run concurrently.
 * @param {string} name
 * @param {string[]} parameters
 * @param {Environment} [environment]
 * @returns {Promise<boolean>} whether it ended with 0
 */
async function node(name, parameters, environment = {}) {
  const child = spawn(process.execPath, parameters, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => process.stdout.write(`${name.padEnd(9)} ${line}\n`));
  }
  /** @type {Promise<number>} */
  const used = new Promise((resolve) => child.on("exit", () => resolve(newlyUsedSeconds())));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (name === "build" && code === 0) writeFileSync(BUILD_SECONDS, (await used).toFixed(1));
  return code === 0;
}

let countedSeconds = 0;
/** Returns the CPU seconds of the child that has just ended. The others are not counted before they end. */
function newlyUsedSeconds() {
  const before = countedSeconds;
  countedSeconds = usedSeconds();
  return countedSeconds - before;
}

/** Counts a failure if `good` is false. @param {boolean} good @param {string} what */
function assertGood(good, what) {
  if (good) return;
  counts.failed += 1;
  failures.push(what);
}

/**
 * @param {string} name of the report
 * @param {string[]} parameters
 * @param {Environment} [environment]
 */
async function vitest(name, parameters, environment = {}) {
  const output = path.join(reports, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${output}`];
  const good = await node(name, ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...parameters], environment);
  if (!existsSync(output)) return assertGood(false, `${name}: the tests did not run`);
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(output, "utf8"));
  for (const { name: file, message, assertionResults, startTime, endTime } of testResults) {
    const shown = path.relative(process.cwd(), file);
    files.push({ file: shown, seconds: (endTime - startTime) / 1_000 });
    if (message) failures.push(`${shown}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") failures.push(`${shown}: ${fullName}: ${failureMessages[0]}`);
    }
  }
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
  if (numFailedTests === 0) assertGood(good, `${name}: a test file could not be run`);
}

/**
 * @param {{ suites?: any[], specs?: any[] }} suite of Playwright's report
 * @returns {string[]}
 */
function failedSpecs({ suites = [], specs = [] }) {
  /** @type {any[]} */
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...suites.flatMap(failedSpecs),
    ...failed.map(({ file, title, tests }) => `e2e/${file}: ${title}: ${tests[0]?.results[0]?.error?.message}`),
  ];
}

/** @param {"smoke" | "browser"} project @param {number} workers */
async function playwright(project, workers) {
  const output = path.join(reports, `${project}.json`);
  const cli = "node_modules/@playwright/test/cli.js";
  const parameters = [cli, "test", `--project=${project}`, `--workers=${workers}`, "--reporter=line,json"];
  const environment = { ...EMBEDDED, CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: output };
  const good = await node(project, parameters, environment);
  if (!existsSync(output)) return assertGood(false, `${project}: the tests did not run`);
  const { stats, suites } = JSON.parse(readFileSync(output, "utf8"));
  failures.push(...suites.flatMap(failedSpecs));
  counts.passed += stats.expected + stats.flaky;
  counts.failed += stats.unexpected;
  if (stats.unexpected === 0) assertGood(good, `${project}: Playwright failed`);
}

/** Removes the servers from the environment, so the tests run on the embedded engine. */
const EMBEDDED = { TEST_DATABASE_URL: undefined, TEST_REDIS_URL: undefined };
const isOnServer = process.env["TEST_DATABASE_URL"] !== undefined;

const FUZZ = "lib/api/fuzz.db.test.ts";
/** Starts Next alone. Once is enough: in `engines`, or without a server in `rest`. */
const NEXT_START = "e2e/http/next-start.test.ts";
/** Random records, which take as long as a third of the other tests over HTTP. Chosen ones are in hostile-records.test.ts. */
const RANDOM_RECORDS = "e2e/attacks/hostile-registrations.test.ts";
/** Random histories of two federations that follow each other. */
const HISTORIES = "lib/interop/sources/service/histories.db.test.ts";
/** Random questions about the directory; writes behind a pooler, and kills in mid-append and in mid-delivery, on a server only. */
const MORE_ROUNDS = ["directory-model", "pooler.db", "crash.db", "kills.db"];
/** Kills under writes that a follower of the change feed reads, on a server only. */
const FEED_KILLS = "e2e/faults/feed-kills.test.ts";
/** Tests of the embedded engine, of its vectors and of its search, and of how it starts and shares its directory. */
const DIFFER_EMBEDDED = ["lib/database/", "lib/search/", "lib/portal/search/"];
const PROCESSES_EMBEDDED = ["starts", "full-disk", "import-races", "cache-instances"].map((name) => `/${name}.test`);
/** Tests over HTTP whose result may depend on the database, cache or bus. */
const DIFFER_ON_SERVER = ["console", "identity", "next-start", "operations", "rate-limit", "relay"].map(
  (name) => `e2e/http/${name}`,
);

/**
 * The CPU time of each part, in builds of the same run: machines differ, and a busy one is slower (docs/decisions/tests.md).
 * A part that uses half as much again fails. A server's own work is not counted; the embedded engine's is, because it is in
 * our processes.
 */
const BUDGETS = { quick: isOnServer ? 16 : 21, rest: 11, engines: 4.8, long: 200 };

/** Prints the CPU time that a part used, and counts a failure if it is too much. @param {keyof typeof BUDGETS} part @param {number} seconds */
function assertWithinBudget(part, seconds) {
  const build = existsSync(BUILD_SECONDS) ? Number(readFileSync(BUILD_SECONDS, "utf8")) : 0;
  const used = `${(seconds / 60).toFixed(1)} CPU minutes`;
  if (build === 0) {
    process.stdout.write(`\n${part}: ${used}. Without a build by "quick" this has no limit.\n`);
    return;
  }
  const what = `${part}: ${used}, which is ${(seconds / build).toFixed(1)} builds of ${build} s. The budget is ${BUDGETS[part]}`;
  process.stdout.write(`\n${what}.\n`);
  assertGood(seconds <= BUDGETS[part] * 1.5 * build, what);
}

const parts = {
  quick: async () => {
    ensureBrowser();
    const [built] = await Promise.all([node("build", ["scripts/build.mjs"]), vitest("unit", ["--project=unit"])]);
    if (!built) return assertGood(false, "build");
    await vitest("db", ["--project=db", `--exclude=${FUZZ}`]);
    await Promise.all([
      vitest("http", ["--project=http", `--exclude=${NEXT_START}`, `--exclude=${RANDOM_RECORDS}`], EMBEDDED),
      playwright("smoke", 1),
    ]);
  },
  rest: async () => {
    await vitest("processes", ["--project=processes", "--project=db", "e2e/", FUZZ]);
    await vitest("records", ["--project=http", RANDOM_RECORDS], EMBEDDED);
    if (!isOnServer) await vitest("next", ["--project=http", NEXT_START]);
    await playwright("browser", 2);
  },
  engines: async () => {
    assertGood(isOnServer, "engines: TEST_DATABASE_URL is not set");
    await vitest(
      "embedded",
      ["--project=db", "--project=processes", ...DIFFER_EMBEDDED, ...PROCESSES_EMBEDDED],
      EMBEDDED,
    );
    await vitest("server", ["--project=http", ...DIFFER_ON_SERVER]);
  },
  long: async () => {
    await vitest("requests", ["--project=http", "e2e/http/openapi"], { ...EMBEDDED, GENERATED_REQUESTS: "10000" });
    await vitest("hostile", ["--project=http", "e2e/attacks/"], { ...EMBEDDED, HOSTILE: "10000" });
    await vitest("histories", ["--project=db", HISTORIES], { HISTORIES: "200" });
    await vitest("rounds", ["--project=db", FUZZ, ...MORE_ROUNDS], { ROUNDS: "10" });
    await vitest("kills", ["--project=processes", FEED_KILLS], { ROUNDS: "10" });
  },
};

const unknown = process.argv.slice(2).find((part) => !(part in parts));
if (unknown !== undefined) {
  process.stderr.write(`Unknown part "${unknown}". Use ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
const asked = /** @type {(keyof typeof parts)[]} */ (process.argv.slice(2));
for (const part of asked.length === 0 ? /** @type {const} */ (["quick"]) : asked) {
  const before = usedSeconds();
  await parts[part]();
  assertWithinBudget(part, usedSeconds() - before);
}
rmSync(reports, { recursive: true, force: true });
files.sort((a, b) => b.seconds - a.seconds);
process.stdout.write("\nThe slowest files, in seconds:\n");
for (const { file, seconds } of files.slice(0, SHOWN_FILES)) {
  process.stdout.write(`${seconds.toFixed(1).padStart(6)} ${file}${seconds > FILE_SECONDS ? " (too slow)" : ""}\n`);
  assertGood(seconds <= FILE_SECONDS * 10, `${file} took ${Math.round(seconds)} s`);
}
for (const failure of failures) process.stdout.write(`failed: ${failure.split("\n", 1)[0]}\n`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(counts.failed === 0 ? 0 : 1);
