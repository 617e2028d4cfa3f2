import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    include: ["lib/**/*.test.ts", "components/**/*.test.ts", "scripts/**/*.test.ts", "e2e/http/**/*.test.ts"],
    globalSetup: ["./lib/db/testing/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { NODE_ENV: "test", LOG_LEVEL: "silent", SEED_DEMO: "0" },
  },
});
