/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // No page uses the optimizer: a converter and a disk cache that only strangers would ask for.
  images: { unoptimized: true },
  // The edge compresses.
  compress: false,
  // Where a page tells its title and its links is the same for browsers and for readers of links: its head.
  htmlLimitedBots: /.*/,
  // Where `npm run dev` says that it is; Next itself knows localhost only.
  allowedDevOrigins: ["127.0.0.1"],
  // `npm run typecheck` does it, and CI calls that; whoever only runs the service need not wait for it.
  typescript: { ignoreBuildErrors: true },
  // On the server, pages import lib/ as the server does, instead of a copy. What calls Next's own functions is Next's.
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
    // Pages as markdown; files that end so are found before. A name in the API or the console may end so itself.
    { source: "/:page((?!api/|console/|owner/).+).md", destination: "/markdown" },
    // An agent's feeds: Next has no folder for a parameter with text behind it.
    { source: "/agents/:did.:form(atom|json)", destination: "/agents/:did/:form" },
  ],
  // A file without an extension would be offered for download.
  headers: async () => [
    { source: "/evidence/SHA256SUMS", headers: [{ key: "content-type", value: "text/plain; charset=utf-8" }] },
    {
      source: "/:form(join|report)/status/:secret",
      headers: [
        // The path is a secret. Under `no-referrer` browsers would send its forms without their origin.
        { key: "referrer-policy", value: "strict-origin" },
        { key: "x-robots-tag", value: "noindex, nofollow" },
      ],
    },
  ],
  outputFileTracingRoot: import.meta.dirname,
};
