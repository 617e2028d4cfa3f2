import { commit, commitDate } from "./scripts/commit.mjs";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  env: { FGS_COMMIT: commit(), FGS_COMMIT_DATE: commitDate() },
  turbopack: { rules: { "*.md": { type: "text" } } },
  serverExternalPackages: ["postgres", "pino", "ioredis", "@electric-sql/pglite"],
  // A file without an extension would be offered for download.
  headers: async () => [
    { source: "/evidence/SHA256SUMS", headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }] },
  ],
  outputFileTracingRoot: import.meta.dirname,
};
