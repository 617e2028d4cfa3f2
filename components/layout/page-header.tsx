import Link from "next/link";

/** The head of every page: the network's state, the federation's name, the ways in. */
export function PageHeader({ federation }: { federation: string }) {
  return (
    <header className="border-total border-b">
      <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:bg-raised focus:p-3">
        Skip to the content
      </a>
      <div className="bg-sunk">
        <p className="mx-auto max-w-[1200px] px-4 py-1.5 text-[0.8125rem] text-ink-2 md:px-10">
          <span className="mr-3 border border-ink px-2 py-px font-semibold text-ink">Testnet</span>
          Nothing here has value outside the test.
        </p>
      </div>
      <div className="mx-auto flex max-w-[1200px] flex-wrap items-center justify-between gap-x-8 gap-y-1 px-4 py-4 md:px-10">
        <Link href="/" prefetch={false} className="py-2 font-serif text-[1.1875rem] text-ink no-underline">
          {federation}
        </Link>
        <nav aria-label="Main" className="flex gap-6">
          <Link href="/agents" prefetch={false} className="py-2 text-ink no-underline hover:underline">
            Agents
          </Link>
          <a href="/openapi.json" className="py-2 text-ink no-underline hover:underline">
            API
          </a>
        </nav>
      </div>
    </header>
  );
}
