/** A filtered view shows no row that the whole list does not. */
const HIDDEN = ["/join/status/", "/report/status/", "/agents?", "/audits?", "/search", "/console", "/owner"];

/** A robots.txt (RFC 9309): everything may be read but what is one person's alone or repeats. @param origin without a slash at its end */
export function viewRobotsText(origin: string): string {
  return [
    "User-Agent: *",
    "Allow: /",
    ...HIDDEN.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    `Agentmap: ${origin}/.well-known/ard.json`,
    "",
  ].join("\n");
}
