// The whole suite: build, vitest (units, verbs, the process over HTTP), Playwright. Closes with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { commit } from "./commit.mjs";

const reports = mkdtempSync(path.join(tmpdir(), "governance-reports-"));
const counts = { passed: 0, failed: 0 };

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
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report("vitest.json");
  counts.passed += numPassedTests;
  counts.failed += Math.max(numFailedTests, good ? 0 : numFailedTestSuites);

  const browser = ensureBrowser();
  const done = node("node_modules/@playwright/test/cli.js", ["test", "--reporter=list,json"], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(reports, "playwright.json"),
  });
  const { expected, flaky, unexpected } = report("playwright.json").stats;
  counts.passed += expected + flaky;
  counts.failed += Math.max(unexpected, done ? 0 : 1);
  good &&= done;
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(good ? 0 : 1);
