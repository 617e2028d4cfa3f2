import { defineConfig } from "vitest/config";
import { WASM_FLAGS } from "./lib/db/testing/wasm-flags.mjs";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        // No database, no server. A pure file runs in a second or two.
        extends: true,
        test: { name: "unit", include: ["{bench,client,components,lib,scripts}/**/!(*.db).test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "db",
          execArgv: WASM_FLAGS,
          include: ["lib/**/*.db.test.ts"],
          globalSetup: ["./lib/db/testing/global-setup.ts"],
        },
      },
      // The build as processes of its own.
      {
        extends: true,
        test: { name: "http", include: ["e2e/http/**/*.test.ts"], globalSetup: ["./e2e/http/global-setup.ts"] },
      },
      {
        // The built commands; and the service while databases fail, disks are full, and processes end, are killed or race.
        extends: true,
        test: {
          name: "processes",
          include: ["e2e/{commands,faults}/**/*.test.ts"],
          globalSetup: ["./lib/db/testing/global-setup.ts"],
        },
      },
    ],
    setupFiles: ["./lib/db/testing/fresh-modules.ts"],
    isolate: false,
    // What ends a test that hangs; how long something may take is a test's own to say.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when a busy machine gets to it.
    expect: { poll: { timeout: 10_000 } },
    // One more than the cores that there are at least: tests that wait for a process leave theirs idle.
    maxWorkers: 3,
    // The encoder of meanings is loaded where a test is about it.
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", SEED_DEMO: "0", EMBEDDER: "lexical" },
  },
});
