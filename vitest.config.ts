import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      "client/*.test.ts",
      "lib/**/*.test.ts",
      "components/**/*.test.ts",
      "scripts/**/*.test.ts",
      "e2e/http/**/*.test.ts",
    ],
    globalSetup: ["./lib/db/testing/global-setup.ts"],
    setupFiles: ["./lib/db/testing/fresh-modules.ts"],
    isolate: false,
    // What ends a test that hangs; how long something may take is a test's own to say.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when a busy machine gets to it.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", SEED_DEMO: "0" },
  },
});
