import { defineConfig } from "@playwright/test";
import { findBrowser } from "./scripts/browser.mjs";

const executablePath = findBrowser();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  // Each worker has its own server, so tests of one file may run in parallel.
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  forbidOnly: Boolean(process.env["CI"]),
  outputDir: "test-results",
  projects: [
    // Each page once, as a part of `npm test`; the others are the rest of the suite.
    { name: "smoke", testMatch: "smoke.spec.ts" },
    { name: "browser", testIgnore: "smoke.spec.ts" },
  ],
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  expect: {
    // Long enough for a busy machine.
    timeout: 20_000,
    // Measured: two builds of one browser draw up to 36 pixels so differently, a title of one word that moved by six
    // pixels 155 and more. A mere change of tint passes.
    toHaveScreenshot: { scale: "device", stylePath: "e2e/pictures.css", threshold: 0.55, maxDiffPixels: 80 },
  },
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
