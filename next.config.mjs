import { commit, commitDate } from "./scripts/commit.mjs";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // The edge compresses.
  compress: false,
  // Where a page tells its title and its links is the same for browsers and for readers of links: its head.
  htmlLimitedBots: /.*/,
  // Where `npm run dev` says that it is; Next itself knows localhost only.
  allowedDevOrigins: ["127.0.0.1"],
  env: { FGS_COMMIT: commit(), FGS_COMMIT_DATE: commitDate() },
  // `npm run typecheck` does it, and CI calls that; whoever only runs the service need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { rules: { "*.md": { type: "text" } } },
  serverExternalPackages: ["postgres", "pino", "ioredis", "nodemailer", "@electric-sql/pglite"],
  // Pages as markdown; files that end so are found before. A name in the API or the console may end so itself.
  rewrites: async () => [{ source: "/:page((?!api/|console/).+).md", destination: "/markdown" }],
  // A file without an extension would be offered for download.
  headers: async () => [
    { source: "/evidence/SHA256SUMS", headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }] },
    {
      source: "/join/status/:secret",
      headers: [
        // The path is a secret. Under `no-referrer` browsers would send its forms without their origin.
        { key: "referrer-policy", value: "strict-origin" },
        { key: "x-robots-tag", value: "noindex, nofollow" },
      ],
    },
  ],
  outputFileTracingRoot: import.meta.dirname,
};
