import { defineConfig } from "vitest/config";
import { WASM_FLAGS } from "./lib/database/testing/wasm-flags.mjs";

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
          globalSetup: ["./lib/database/testing/global-setup.ts"],
        },
      },
      // The build, in separate processes.
      {
        extends: true,
        test: {
          name: "http",
          include: ["e2e/{http,attacks}/**/*.test.ts"],
          globalSetup: ["./e2e/http/global-setup.ts"],
        },
      },
      {
        // The built commands, and the service under failed databases, full disks, and processes that end, are killed or
        // race.
        extends: true,
        test: {
          name: "processes",
          include: ["e2e/{commands,faults}/**/*.test.ts"],
          globalSetup: ["./lib/database/testing/global-setup.ts"],
        },
      },
    ],
    setupFiles: ["./lib/database/testing/fresh-modules.ts"],
    isolate: false,
    // Limit for tests that hang. Tests do not assert durations.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Long enough for a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // One more than the minimum number of cores, because tests that wait for a process leave their core idle.
    maxWorkers: 3,
    // The sentence encoder is loaded only in tests about it.
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", SEED_DEMO: "0", EMBEDDER: "lexical" },
  },
});
