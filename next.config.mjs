import { commit } from "./scripts/commit.mjs";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  env: { FGS_BUILD_SHA: commit().slice(0, 12) },
  serverExternalPackages: ["postgres", "pino", "ioredis", "@electric-sql/pglite"],
  outputFileTracingRoot: import.meta.dirname,
};
