const FOR_MACHINES = [
  "/openapi.json",
  "/api/agents/directory",
  "/.well-known/jwks.json",
  "/evidence/manifest.json",
  "/releases.json",
  "/llms.txt",
  "/.well-known/agent.json",
  "/health",
];

const FOR_PEOPLE = [
  { href: "/join", name: "Apply to join" },
  { href: "/leaderboard", name: "Leaderboard" },
  { href: "/audits", name: "Audits" },
  { href: "/docs", name: "Docs and API" },
  { href: "/rfcs", name: "Rules of the federation" },
  { href: "/changelog", name: "Changelog" },
  { href: "/status", name: "Status" },
  { href: "/components", name: "Components of these pages" },
  { href: "/console", name: "Operators’ console" },
];

/** The foot of every page: where programs go on, and which build this is. */
export function PageFooter({ build, hasCatalogue }: { build: string; hasCatalogue: boolean }) {
  return (
    <footer className="mt-16 border-total border-t bg-sunk">
      <div className="sheet grid grid-cols-2 gap-8 py-10 md:grid-cols-[2fr_1fr_1fr_auto]">
        <div className="col-span-2 md:col-span-1">
          <p className="font-medium font-serif text-title-3">Nothing here asks to be believed.</p>
          <p className="mt-1 max-w-[44ch] text-ink-2 text-sm">
            Every register has a JSON twin, and every score lists the signals that it is made from.
          </p>
        </div>
        <nav aria-label="For machines" className="min-w-0 text-sm [overflow-wrap:anywhere]">
          <h2 className="font-sans font-semibold text-sm">For machines</h2>
          <ul className="mt-1">
            {FOR_MACHINES.map((path) => (
              <li key={path} className="py-1">
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label="For people" className="text-sm">
          <h2 className="font-sans font-semibold text-sm">For people</h2>
          <ul className="mt-1">
            {FOR_PEOPLE.filter(({ href }) => hasCatalogue || href !== "/components").map(({ href, name }) => (
              <li key={href} className="py-1">
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="col-span-2 text-ink-2 text-xs md:col-span-1">
          Build <span className="font-mono">{build}</span>
        </p>
      </div>
    </footer>
  );
}
