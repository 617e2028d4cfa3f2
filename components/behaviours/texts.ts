/** Texts of the script on every page. Keep them few. */
export const scriptTexts = {
  copied: "Copied",
  select: "Select it",
  unavailable: "The registry is temporarily unavailable.",
  offline: "No connection.",
  outdated: (why: string) => `${why} The results below may be out of date. This page tries again every five seconds.`,
  found: (results: string) => `${results} found`,
  routing: "Routing…",
} as const;
