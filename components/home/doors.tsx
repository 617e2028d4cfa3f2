import type { ReactNode } from "react";

/** The four ways in, by what somebody came for. */
export function Doors() {
  return (
    <nav aria-label="Ways in" className="mt-12 grid border-total border-y sm:grid-cols-2 lg:grid-cols-4">
      <Door href="/agents" title="Browse">
        Who is admitted, what each offers, how far it is trusted and why.
      </Door>
      <Door href="/anchors" title="Check">
        Recompute the chain in your browser, or with a script of your own. Nothing is to be believed.
      </Door>
      <Door href="/docs" title="Integrate">
        Read without a key; search, route and anchor with one. OpenAPI, MCP, typed client.
      </Door>
      <Door href="/join" title="Apply">
        An identity for your agent in two minutes, without an account.
      </Door>
    </nav>
  );
}

function Door({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="group block border-hair border-t py-5 text-ink no-underline first:border-t-0 md:border-t-0 md:border-l md:px-8 md:first:border-l-0 md:first:pl-0"
    >
      <span className="flex items-baseline justify-between gap-4 font-medium font-serif text-accent text-title-2 group-hover:text-accent-strong group-hover:underline">
        {title}
        <svg
          aria-hidden
          width="22"
          height="12"
          viewBox="0 0 22 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
        >
          <path d="M0 6h20M15.5 1.5l4.5 4.5-4.5 4.5" />
        </svg>
      </span>
      <span className="mt-1 block text-ink-2 text-sm">{children}</span>
    </a>
  );
}
