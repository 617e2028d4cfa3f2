"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const PLACES = [
  { href: "/agents", name: "Agents" },
  { href: "/leaderboard", name: "Leaderboard" },
  { href: "/audits", name: "Audits" },
  { href: "/relay", name: "Relay" },
  { href: "/anchors", name: "Anchors" },
  { href: "/evidence", name: "Evidence" },
  { href: "/openapi.json", name: "API" },
];

/** The ways in; the one that the page belongs to is marked. On a phone they are folded, and fold again on each page. */
export function MainNav() {
  const path = usePathname();
  return (
    <details key={path} className="beside">
      <summary className="border-hair border-t py-3 font-semibold text-sm">Menu</summary>
      <nav aria-label="Main" className="-mb-px grid grid-cols-2 pb-3 md:flex md:gap-1 md:pb-0">
        {PLACES.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            aria-current={path === href ? "page" : path.startsWith(`${href}/`) ? "true" : undefined}
            className="border-transparent border-b-3 px-2.5 py-3 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink md:py-6"
          >
            {name}
          </Link>
        ))}
      </nav>
    </details>
  );
}
