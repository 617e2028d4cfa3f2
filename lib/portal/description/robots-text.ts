/** Private pages, and filtered views, which only repeat rows of the complete lists. */
const HIDDEN = [
  "/join/status/",
  "/report/status/",
  "/agents?",
  "/audits?",
  "/council?",
  "/search",
  "/console",
  "/owner",
];

/** Returns the robots.txt (RFC 9309). It allows all pages but private and repeated ones. @param origin without a slash at its end */
export function viewRobotsText(origin: string): string {
  return [
    "User-Agent: *",
    "Allow: /",
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}
