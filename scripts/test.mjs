// The whole suite: build, vitest (units, verbs, the process over HTTP), Playwright. Closes with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { commit } from "./commit.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "governance-reports-"));
const counts = { passed: 0, failed: 0 };
/** @type {string[]} What failed and why, one line each: said once more at the end, since the log before it is long. */
const failures = [];

/**
 * @param {string} script
 * @param {string[]} parameters
 * @param {Record<string, string>} [environment]
 */
function node(script, parameters = [], environment = {}) {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, [script, ...parameters], { stdio: "inherit", env }).status === 0;
}

/** @param {string} name */
function report(name) {
  return JSON.parse(readFileSync(path.join(reports, name), "utf8"));
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

// What CI has built of this very commit a moment ago is good for its second engine, too.
const built = process.env["CI"] && existsSync("dist/commit") && readFileSync("dist/commit", "utf8") === commit();
let good = built || node("scripts/build.mjs");
if (good) {
  const output = path.join(reports, "vitest.json");
  good = node("node_modules/vitest/vitest.mjs", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${output}`,
  ]);
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = report("vitest.json");
  for (const { name, message, assertionResults } of testResults) {
    const file = path.relative(process.cwd(), name);
    if (message) failures.push(`${file}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") failures.push(`${file}: ${fullName}: ${failureMessages[0]}`);
    }
  }
  counts.passed += numPassedTests;
  counts.failed += numFailedTests || (good ? 0 : Math.max(numFailedTestSuites, 1));

  const browser = ensureBrowser();
  const done = node("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, "playwright.json"),
  });
  const { stats, suites } = report("playwright.json");
  const { expected, flaky, unexpected } = stats;
  failures.push(...suites.flatMap(failedSpecs));
  counts.passed += expected + flaky;
  counts.failed += unexpected || (done ? 0 : 1);
  good &&= done;
}
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) process.stdout.write(`failed: ${failure.split("\n", 1)[0]}\n`);
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(good ? 0 : 1);
