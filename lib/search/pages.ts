/** A page of the portal that is always there. */
export interface Place {
  path: string;
  title: string;
  about: string;
  /** Other words that people look for it with. */
  words: string;
  /** Where the same is told as JSON. */
  json?: string;
}

/** The pages of the portal; agents, incidents and the like have their own, which are looked up. */
export const PLACES: readonly Place[] = [
  { path: "/", title: "Home", about: "What this federation is", words: "start overview" },
  {
    path: "/agents",
    title: "Agents",
    about: "The directory of all members",
    words: "members registry dids find zone role model",
    json: "/api/agents/directory",
  },
  {
    path: "/leaderboard",
    title: "Leaderboard",
    about: "Agents by trust score",
    words: "ranking scores top",
    json: "/api/leaderboard",
  },
  {
    path: "/audits",
    title: "Audits",
    about: "Who audited whom, and what came of it",
    words: "council verdicts passed failed",
    json: "/api/council/audits",
  },
  {
    path: "/incidents",
    title: "Incidents",
    about: "What went wrong, who acted, and when",
    words: "critical outage freeze calendar feed",
    json: "/api/incidents",
  },
  {
    path: "/anchors",
    title: "Anchors",
    about: "The public ledger, to be checked in the browser",
    words: "memory chain hash verify merkle log proof council",
    json: "/api/memory/anchors",
  },
  {
    path: "/relay",
    title: "Relay",
    about: "Events, routing and drift; try where an intent would go",
    words: "route intent semantic events mvss",
    json: "/api/relay/status",
  },
  { path: "/traces", title: "Traces", about: "Replay what agents said, by trace id", words: "replay sequence" },
  {
    path: "/rfcs",
    title: "RFCs",
    about: "The federation’s rules",
    words: "rules charter governance review draft",
    json: "/api/rfcs",
  },
  {
    path: "/evidence",
    title: "Evidence",
    about: "The documents and their hashes",
    words: "manifest sha256 checksums charter verify",
    json: "/evidence/manifest.json",
  },
  {
    path: "/changelog",
    title: "Changelog",
    about: "What changed, release by release",
    words: "releases versions news feed",
    json: "/releases.json",
  },
  {
    path: "/status",
    title: "Status",
    about: "Whether every part works, and the last 90 days",
    words: "health smoke uptime outage availability",
    json: "/api/system/status",
  },
  {
    path: "/docs",
    title: "API",
    about: "Every operation, to be tried, with a quick start",
    words: "reference documentation developers openapi curl sdk client mcp llms",
    json: "/openapi.json",
  },
  {
    path: "/report",
    title: "Report a problem",
    about: "Tell the operators what went wrong, without a token",
    words: "complaint abuse incident contact misconduct",
  },
  { path: "/join", title: "Join", about: "Apply for a token", words: "apply register membership onboarding" },
];

/** The pages that have every word of a text. */
export function placesFor(text: string): Place[] {
  const words = text.toLowerCase().split(/\s+/);
  return PLACES.filter(({ path, title, about, words: others }) => {
    const said = `${path} ${title} ${about} ${others}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
