import path from "node:path";

// The folder of the files that pages load. A build sets it to a new folder, which gets a copy of this file.
process.env["FGS_BUILD"] ??= import.meta.dirname;

// Every command of Next reads this file, and none may report to Next's makers.
process.env["NEXT_TELEMETRY_DISABLED"] = "1";

/** @type {import("next").NextConfig} */
export default {
  distDir: path.relative(import.meta.dirname, path.join(process.env["FGS_BUILD"], ".next")),
  poweredByHeader: false,
  // No page uses the image optimizer, so only strangers would use its converter and disk cache.
  images: { unoptimized: true },
  // The edge compresses.
  compress: false,
  // Title and links are in the head of the page, for browsers and for link previews.
  htmlLimitedBots: /.*/,
  // The address printed by `npm run dev`. Next itself accepts only localhost.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm run typecheck` does this, and CI calls it. A user who only runs the service need not wait for it.
  // Next adds each `distDir` to tsconfig.json, but does not change a file that extends another.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.next.json" },
  // On the server, pages import the server's lib/ instead of a copy. Code that calls Next's functions is compiled by
  // Next.
  turbopack: {
    rules: {
      "*.ts": {
        condition: { all: ["node", { path: /^lib\/(?!next\/)/ }] },
        loaders: ["./scripts/import-built.mjs"],
        as: "*.js",
      },
    },
  },
  rewrites: async () => [
    // Pages as markdown. Files with this ending are found first. Names in the API or the console may have this ending
    // too.
    { source: "/:page((?!api/|console/|owner/).+).md", destination: "/markdown" },
    // An agent's feeds. Next has no folder for a parameter followed by text.
    { source: "/agents/:did.:form(atom|json)", destination: "/agents/:did/:form" },
    // The verbs of A2A's tasks, for the same reason.
    { source: "/api/a2a/tasks/:id\\::verb(cancel|subscribe)", destination: "/api/a2a/tasks/:id/:verb" },
    { source: "/api/a2a/:did/tasks/:id\\::verb(cancel|subscribe)", destination: "/api/a2a/:did/tasks/:id/:verb" },
  ],
  // A file without an extension would be offered for download.
  headers: async () => [
    { source: "/evidence/SHA256SUMS", headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }] },
    {
      source: "/:form(join|report)/status/:secret",
      headers: [
        // The path is a secret. With `no-referrer`, browsers would send its forms without their origin.
        { key: "referrer-policy", value: "strict-origin" },
        { key: "x-robots-tag", value: "noindex, nofollow" },
      ],
    },
  ],
  // Each build has a new folder, so Turbopack would write 100 MB that no later build reads.
  experimental: {
    // Each page is loaded when it is first asked for. All at once took 1.2 CPU seconds of each start, and 35 MB of an idle process.
    preloadEntriesOnStart: false,
    turbopackFileSystemCacheForBuild: false,
    // The edge has a lower limit for all forms but one; see `LIST_BOUNDS`.
    serverActions: { bodySizeLimit: "8mb" },
  },
  outputFileTracingRoot: import.meta.dirname,
};
