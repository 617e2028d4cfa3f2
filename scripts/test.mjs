// Runs the suite and ends with `N passed, N failed`. Each parameter is a part:
//   quick    builds; units, verbs on a database, the process over HTTP, each page once in a browser (`npm test`)
//   rest     commands, processes that fail or race, fuzz tests, and the other browser specs
//   server   tests that can differ on the Postgres and Redis of TEST_DATABASE_URL and TEST_REDIS_URL
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { ensureBrowser } from "./browser.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "governance-reports-"));
const counts = { passed: 0, failed: 0 };
/** @type {string[]} Failures with their reasons, one per line. Repeated at the end, because the log is long. */
const failures = [];

/**
 * Runs a script with Node. Each line of its output begins with `name`, because two run concurrently.
 * @param {string} name
 * @param {string[]} parameters
 * @param {Record<string, string>} [environment]
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
  const code = await new Promise((resolve) => child.on("close", resolve));
  return code === 0;
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
 * @param {Record<string, string>} [environment]
 */
async function vitest(name, parameters, environment = {}) {
  const output = path.join(reports, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${output}`];
  const good = await node(name, ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...parameters], environment);
  if (!existsSync(output)) return assertGood(false, `${name}: the tests did not run`);
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(output, "utf8"));
  for (const { name: file, message, assertionResults } of testResults) {
    const shown = path.relative(process.cwd(), file);
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
  const good = await node(project, parameters, { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: output });
  if (!existsSync(output)) return assertGood(false, `${project}: the tests did not run`);
  const { stats, suites } = JSON.parse(readFileSync(output, "utf8"));
  failures.push(...suites.flatMap(failedSpecs));
  counts.passed += stats.expected + stats.flaky;
  counts.failed += stats.unexpected;
  if (stats.unexpected === 0) assertGood(good, `${project}: Playwright failed`);
}

const FUZZ = "lib/api/fuzz.db.test.ts";
/** Requests generated from the OpenAPI description: a thousand in `npm test` and on a server, ten thousand in the rest. */
const GENERATED = "e2e/http/openapi.test.ts";
/** Starts Next alone. Once, on a server, is enough. */
const NEXT_START = "e2e/http/next-start.test.ts";
/** Tests whose result may depend on the database, cache or bus. The other HTTP tests read and write in the same way. */
const CAN_DIFFER = [
  ".db.test",
  "lib/edge/limiter",
  "e2e/commands/",
  "e2e/faults/",
  ...["console", "identity", "next-start", "openapi", "operations", "rate-limit", "relay"].map(
    (name) => `e2e/http/${name}`,
  ),
];

const parts = {
  quick: async () => {
    ensureBrowser();
    const [built] = await Promise.all([node("build", ["scripts/build.mjs"]), vitest("unit", ["--project=unit"])]);
    if (!built) return assertGood(false, "build");
    await Promise.all([
      vitest("db, http", ["--project=db", "--project=http", `--exclude=${FUZZ}`, `--exclude=${NEXT_START}`]),
      playwright("smoke", 1),
    ]);
  },
  rest: async () => {
    await vitest("processes", ["--project=processes", "--project=db", "e2e/", FUZZ]);
    await vitest("requests", ["--project=http", GENERATED], { GENERATED_REQUESTS: "10000" });
    await playwright("browser", 2);
  },
  server: () => vitest("server", CAN_DIFFER),
};

const unknown = process.argv.slice(2).find((part) => !(part in parts));
if (unknown !== undefined) {
  process.stderr.write(`Unknown part "${unknown}". Use ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
const asked = /** @type {(keyof typeof parts)[]} */ (process.argv.slice(2));
for (const part of asked.length === 0 ? /** @type {const} */ (["quick"]) : asked) await parts[part]();
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`failed: ${failure.split("\n", 1)[0]}\n`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(counts.failed === 0 ? 0 : 1);
