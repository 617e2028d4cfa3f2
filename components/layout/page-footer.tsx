const FOR_MACHINES = ["/openapi.json", "/api/agents/directory", "/.well-known/jwks.json", "/health"];

/** The foot of every page: where programs go on, and which build this is. */
export function PageFooter({ build }: { build: string }) {
  return (
    <footer className="mt-8 border-total border-t bg-sunk">
      <div className="mx-auto grid max-w-[1200px] gap-8 px-4 py-10 md:grid-cols-[2fr_1fr_1fr] md:px-10">
        <div>
          <p className="font-serif text-[1.3125rem]">Nothing here asks to be believed.</p>
          <p className="mt-1 max-w-[44ch] text-ink-2 text-sm">
            Every page has a JSON twin, and every score lists the signals that it is made from.
          </p>
        </div>
        <nav aria-label="For machines" className="text-sm">
          <p className="font-semibold">For machines</p>
          <ul>
            {FOR_MACHINES.map((path) => (
              <li key={path} className="py-1">
                <a href={path}>{path}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="font-mono text-[0.8125rem] text-ink-2">{build}</p>
      </div>
    </footer>
  );
}
