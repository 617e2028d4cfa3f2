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

/** The foot of every page: where programs go on, and which build this is. */
export function PageFooter({ build }: { build: string }) {
  return (
    <footer className="mt-16 border-total border-t bg-sunk">
      <div className="sheet grid gap-8 py-10 md:grid-cols-[2fr_1fr_1fr]">
        <div>
          <p className="font-medium font-serif text-title-3">Nothing here asks to be believed.</p>
          <p className="mt-1 max-w-[44ch] text-ink-2 text-sm">
            Every page has a JSON twin, and every score lists the signals that it is made from.
          </p>
        </div>
        <nav aria-label="For machines" className="text-sm">
          <h2 className="font-sans font-semibold text-sm">For machines</h2>
          <ul className="mt-1">
            {FOR_MACHINES.map((path) => (
              <li key={path} className="py-1">
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="text-ink-2 text-xs">
          Build <span className="font-mono">{build}</span>
          <br />
          <a href="/changelog">Changelog</a>
        </p>
      </div>
    </footer>
  );
}
