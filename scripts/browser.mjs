// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const INSTALLED = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const DOWNLOAD_MILLISECONDS = 300_000;

/** @returns {string | undefined} the path of an installed browser: Playwright's own, else one of the system's */
export function findBrowser() {
  return [process.env["CHROMIUM_PATH"], chromium.executablePath(), ...INSTALLED].find(
    (path) => path && existsSync(path),
  );
}

/**
 * @param {string} command
 * @param {string[]} parameters
 */
function attempt(command, ...parameters) {
  process.stderr.write(`No browser yet: ${command} ${parameters.join(" ")}\n`);
  spawnSync(command, parameters, { stdio: "inherit", timeout: DOWNLOAD_MILLISECONDS });
}

/**
 * Finds a browser, else downloads Playwright's, else installs Debian's if that is allowed.
 * @returns {string}
 * @throws {Error} with the remedy
 */
export function ensureBrowser() {
  if (!findBrowser()) attempt("npx", "playwright", "install", "chromium");
  if (!findBrowser() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    attempt("apt-get", "update", "-qq");
    // The shell alone opens a page in a fifth of the time that the whole browser takes.
    attempt("apt-get", "install", "-y", "-qq", "chromium-headless-shell");
    if (!findBrowser()) attempt("apt-get", "install", "-y", "-qq", "chromium");
  }
  const found = findBrowser();
  if (found) return found;
  throw new Error("There is no browser for the tests: install Chromium, or set CHROMIUM_PATH to one.");
}
