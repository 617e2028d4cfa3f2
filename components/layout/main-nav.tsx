"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

const PLACES = [
  { href: "/agents", name: "Agents" },
  { href: "/leaderboard", name: "Leaderboard" },
  { href: "/audits", name: "Audits" },
  { href: "/evidence", name: "Evidence" },
  { href: "/openapi.json", name: "API" },
];

/** The ways in; the one that the page belongs to is marked. */
export function MainNav() {
  const path = usePathname();
  return (
    <nav aria-label="Main" className="-mb-px flex gap-1 overflow-x-auto">
      {PLACES.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          aria-current={path === href ? "page" : path.startsWith(`${href}/`) ? "true" : undefined}
          className="border-transparent border-b-3 px-2.5 py-4 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink md:py-6"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
