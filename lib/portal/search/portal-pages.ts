export interface PortalPage {
  path: string;
  title: string;
  about: string;
  /** Other search words for it. */
  words: string;
  /** The path of the same data as JSON. */
  json?: string;
}

/** The pages of the portal. Agents, incidents and similar things have their own pages, which are looked up. */
export const PORTAL_PAGES: readonly PortalPage[] = [
  { path: "/", title: "Home", about: "What this federation is", words: "start overview" },
  {
    path: "/agents",
    title: "Agents",
    about: "The directory: members, and agents listed from elsewhere",
    words: "members registry dids find zone role model",
    json: "/api/agents/directory",
  },
  {
    path: "/leaderboard",
    title: "Leaderboard",
    about: "Members by trust score",
    words: "ranking scores top",
    json: "/api/leaderboard",
  },
  {
    path: "/audits",
    title: "Audits",
    about: "Who audited which agent, and the result",
    words: "council verdicts passed failed",
    json: "/api/council/audits",
  },
  {
    path: "/council",
    title: "Council",
    about: "What operators decided, and why",
    words: "acts record log decisions operators reasons suspended redacted tiers freezes proof",
    json: "/api/council/acts",
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
    about: "The public ledger, verifiable in the browser",
    words: "memory chain hash verify merkle log proof council",
    json: "/api/memory/anchors",
  },
  {
    path: "/log",
    title: "Logs",
    about: "Keys and tiles of both logs, for auditors",
    words: "checkpoint tiles verifier key audit auditor mirror witness fork roll-back tlog",
    json: "/api/memory/logs",
  },
  {
    path: "/relay",
    title: "Relay",
    about: "Events, routing and drift; try a route",
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
    words: "releases versions notes news feed",
    json: "/releases.json",
  },
  {
    path: "/status",
    title: "Status",
    about: "Whether every part works, and the last 90 days",
    words: "health smoke uptime down outage availability",
    json: "/api/system/status",
  },
  {
    path: "/docs",
    title: "API",
    about: "Every operation, with a form to try it and a quick start",
    words: "reference documentation developers openapi curl sdk client mcp llms",
    json: "/openapi.json",
  },
  {
    path: "/docs/topics",
    title: "Derived tags",
    about: "The table of words that give tags to records without any",
    words: "topics categories facets",
    json: "/api/agents/topics",
  },
  {
    path: "/report",
    title: "Report a problem",
    about: "Tell the operators what went wrong, without a token",
    words: "complaint abuse incident contact misconduct",
  },
  {
    path: "/join",
    title: "Join",
    about: "Apply for a token",
    words: "apply register become a member membership onboarding",
  },
];

export function findPortalPages(text: string): PortalPage[] {
  const words = text.toLowerCase().split(/\s+/);
  return PORTAL_PAGES.filter(({ path, title, about, words: others }) => {
    const said = `${path} ${title} ${about} ${others}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
