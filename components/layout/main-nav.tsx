import { currentMark, type Place } from "./place";

/** The registers, and what stands below each under another address. */
const PLACES: readonly Place[] = [
  { href: "/agents", name: "Agents", below: ["/leaderboard", "/audits"] },
  { href: "/incidents", name: "Incidents" },
  { href: "/anchors", name: "Anchors" },
  { href: "/relay", name: "Relay", below: ["/traces"] },
  { href: "/rfcs", name: "RFCs" },
  { href: "/evidence", name: "Evidence" },
  { href: "/docs", name: "Docs" },
];

/** The ways in; the one that the page belongs to is marked. On a phone they are folded. */
export function MainNav({ path }: { path: string }) {
  return (
    <details className="beside">
      <summary className="border-hair border-t py-3 font-semibold text-sm">Menu</summary>
      <nav aria-label="Main" className="-mb-px grid grid-cols-2 pb-3 md:-ml-2.5 md:flex md:gap-1 md:pb-0 xl:ml-0">
        {PLACES.map((place) => (
          <a
            key={place.href}
            href={place.href}
            aria-current={currentMark(place, path)}
            className="border-transparent border-b-3 px-2.5 py-3 text-ink-2 text-sm no-underline hover:border-hair hover:text-accent aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink xl:py-6"
          >
            {place.name}
          </a>
        ))}
      </nav>
    </details>
  );
}
